import type { TopologyPreview } from '@binnacle/contract/topology'
import { Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { PreviewFrame } from '../../../application/spec-editor/preview-frame.tsx'
import type { Preview } from '../../../application/spec-editor/use-preview.ts'
import { PreviewTree } from './preview-tree.tsx'

/** Shows the tree that a run of the draft would make. */
export function PreviewPanel({ preview }: { preview: Preview<TopologyPreview> }): ReactNode {
  const { result } = preview
  return (
    <PreviewFrame
      preview={preview}
      running="Making the tree"
      summary={
        result !== undefined &&
        (result.count === 1 ? '1 component' : `${result.count.toLocaleString('en')} components`)
      }
      note="A preview stores nothing."
    >
      {result !== undefined && (
        <div className="flex flex-col gap-3 p-3">
          {result.errors.length > 0 && (
            <Notice kind="error">
              <ul aria-label="Errors" className="flex list-disc flex-col gap-0.5 pl-4">
                {result.errors.map(({ path, message }, index) => (
                  // Errors have no identity but their place.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index} className="wrap-anywhere">
                    {path !== '' && <code className="text-small">{path}</code>} {message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {result.components.length > 0 ? (
            <PreviewTree components={result.components} />
          ) : (
            result.errors.length === 0 && <p>A run with this spec would make no components.</p>
          )}
        </div>
      )}
    </PreviewFrame>
  )
}
