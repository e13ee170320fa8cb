import { Button, IconButton, Notice, Spinner } from '@binnacle/ui'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PreviewTree } from './preview-tree.tsx'
import type { Preview } from './use-preview.ts'

/** Shows the tree that a run of the draft would make. */
export function PreviewPanel({ preview }: { preview: Preview }): ReactNode {
  const { running, result, failure, stop, clear } = preview
  const panel = useRef<HTMLElement>(null)
  // The panel may open below the visible area, so scroll to it.
  useEffect(() => {
    if (running) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [running])
  if (!running && result === undefined && failure === undefined) return null
  return (
    <section
      ref={panel}
      aria-label="Preview"
      className="flex scroll-mb-20 flex-col rounded-panel border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <h2 className="font-semibold">Preview</h2>
        <span role="status" className="flex min-w-0 flex-1 items-center gap-2 text-small text-secondary">
          {running && (
            <>
              <Spinner /> Making the tree
            </>
          )}
          {result !== undefined &&
            (result.count === 1 ? '1 component' : `${result.count.toLocaleString('en')} components`)}
        </span>
        {running && (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        )}
        <IconButton
          label="Close the preview"
          size="small"
          icon={<X className="size-3.5" />}
          onClick={() => {
            stop()
            clear()
          }}
        />
      </div>
      {failure !== undefined && (
        <div className="p-3">
          <Notice kind="error">{failure}</Notice>
        </div>
      )}
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
            result.errors.length === 0 && <p>A run of it would make no components.</p>
          )}
        </div>
      )}
      <p className="border-t border-line px-3 py-2 text-small text-muted">A preview stores nothing.</p>
    </section>
  )
}
