import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CanaryFile } from '@binnacle/contract/health'

/** Files of checks that have errors, with each error. */
export function CanaryFileList({ files: wrong }: { files: readonly CanaryFile[] }): ReactNode {
  const summary =
    wrong.length === 1 ? 'A file of checks has errors' : `${wrong.length} files of checks have errors`
  return (
    <details
      className="group rounded-panel border border-warning-line bg-warning-subtle px-3 py-2"
      role="status"
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 font-medium">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
        <span className="min-w-0 flex-1">{summary}. The checks that ran before go on.</span>
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
      </summary>
      <ul className="mt-2 flex max-h-60 flex-col gap-2 overflow-y-auto">
        {wrong.map((file) => (
          <li key={file.path}>
            <p className="font-medium wrap-anywhere">{file.path}</p>
            <ul className="mt-0.5 flex flex-col gap-0.5">
              {file.problems.map((problem) => (
                <li
                  key={`${problem.line}:${problem.column}:${problem.path}:${problem.message}`}
                  className="wrap-anywhere"
                >
                  {problem.line !== undefined && (
                    <code className="text-small text-secondary">{`line ${problem.line}, column ${problem.column ?? 1}: `}</code>
                  )}
                  {problem.path !== '' && <code className="text-small">{`${problem.path}: `}</code>}
                  {problem.message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  )
}
