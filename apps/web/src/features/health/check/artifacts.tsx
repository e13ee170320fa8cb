import type { Artifact } from '@binnacle/contract/health'
import { formatBytes } from '@binnacle/contract/text'
import { classNames, linkClass } from '@binnacle/ui'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** Files that a run left, each to be downloaded, and in words what was not kept. */
export function Artifacts(props: {
  artifacts: readonly Artifact[]
  /** Sentences of the server. */
  leftOut: readonly string[]
}): ReactNode {
  return (
    <>
      {props.artifacts.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {props.artifacts.map(({ id, path, filename, size }) => (
            <li key={id} className="flex min-w-0 items-baseline gap-2">
              <a
                href={`/api/artifacts/download/${id}`}
                download={filename}
                aria-label={`Download ${path}`}
                className={classNames(linkClass, 'inline-flex min-w-0 items-baseline gap-1.5')}
              >
                <Download aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5" />
                <bdi className="wrap-anywhere">{path}</bdi>
              </a>
              <span className="shrink-0 text-small text-muted">{formatBytes(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {props.leftOut.length > 0 && (
        <ul
          aria-label="Not kept"
          className="flex list-inside list-disc flex-col gap-0.5 text-small text-secondary"
        >
          {props.leftOut.map((text) => (
            <li key={text} className="wrap-anywhere">{`Not kept: ${text}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}
