import { Button, IconButton, Notice, Spinner } from '@binnacle/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Preview } from './use-preview.ts'
import { useShownResult } from './use-shown-result.ts'

/**
 * The panel of a preview, while there is one.
 * @param props.running what it does meanwhile, such as `Reading the source`
 * @param props.summary of the result, beside the title
 * @param props.actions further buttons
 * @param props.note what a preview leaves as it is
 * @param props.children the result
 */
export function PreviewFrame(props: {
  preview: Preview<unknown>
  running: string
  summary: ReactNode
  actions?: ReactNode
  note: string
  children: ReactNode
}): ReactNode {
  const { running, result, failure, stop, clear } = props.preview
  const panel = useShownResult(running)
  if (!running && result === undefined && failure === undefined) return null
  return (
    <section
      ref={panel}
      aria-label="Preview"
      className="flex scroll-mb-20 flex-col rounded-panel border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <h2 className="font-semibold">Preview</h2>
        <span role="status" className="flex min-w-48 flex-1 items-center gap-2 text-small text-secondary">
          {running && (
            <>
              <Spinner /> {props.running}
            </>
          )}
          {props.summary}
        </span>
        {props.actions}
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
      {props.children}
      <p className="border-t border-line px-3 py-2 text-small text-muted">{props.note}</p>
    </section>
  )
}
