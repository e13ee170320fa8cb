import type { ScraperPreview } from '@binnacle/contract/catalog'
import { Badge, Button, Checkbox, Duration, Notice } from '@binnacle/ui'
import { ChevronRight } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { PreviewFrame } from '../../../application/spec-editor/preview-frame.tsx'
import type { Preview } from '../../../application/spec-editor/use-preview.ts'
import { parseDiff } from '../changes/diff-lines.ts'
import { type DiffLayout, DiffView } from '../changes/diff-view.tsx'
import { countsText } from './counts.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

const verbs = {
  add: 'Added',
  update: 'Changed',
  restore: 'Restored',
  delete: 'Deleted',
  keep: 'Unchanged',
} as const
const order = ['delete', 'update', 'restore', 'add', 'keep'] as const

/** Items that are listed at once; the others follow on demand. */
const FIRST_ITEMS = 20

/**
 * Shows what a run of the draft would do.
 * @param props.isStored whether a run has stored what it read, so that it can be replayed
 */
export function PreviewPanel(props: {
  preview: Preview<ScraperPreview>
  isStored: boolean
  onStart: (replay: boolean) => void
}): ReactNode {
  const { running, result } = props.preview
  const [replay, setReplay] = useState(false)
  return (
    <PreviewFrame
      preview={props.preview}
      running="Reading the source"
      summary={
        result !== undefined && (
          <>
            {countsText(result.counts)} <Duration milliseconds={result.milliseconds} />
          </>
        )
      }
      actions={
        props.isStored && (
          <>
            <Checkbox label="Replay what the last run read" checked={replay} onChange={setReplay} />
            <Button size="small" disabled={running} onClick={() => props.onStart(replay)}>
              Preview again
            </Button>
          </>
        )
      }
      note="A preview stores nothing. Masked values are shown as they would be stored."
    >
      {result !== undefined && <Result result={result} />}
    </PreviewFrame>
  )
}

function Result({ result }: { result: ScraperPreview }): ReactNode {
  const { faults, held, items, rules, log } = result
  const sorted = items.toSorted((a, b) => order.indexOf(a.does) - order.indexOf(b.does))
  const [all, setAll] = useState(false)
  const shown = all ? sorted : sorted.slice(0, FIRST_ITEMS)
  return (
    <div className="flex flex-col gap-3 p-3">
      {faults.length > 0 && (
        <Notice kind="error">
          <ul aria-label="Errors" className="flex list-disc flex-col gap-0.5 pl-4">
            {faults.map((fault, index) => (
              // Errors have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="wrap-anywhere">
                {[fault.type, fault.item, fault.message].filter(Boolean).join(': ')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {held.map(({ type, count, total }) => (
        <Notice key={type} kind="warning">
          {`${count.toLocaleString('en')} of ${total.toLocaleString('en')} items of the type ${type} would be gone; their deletion would wait for a decision.`}
        </Notice>
      ))}
      {items.length === 0 && faults.length === 0 && <p>A run with this spec would find nothing.</p>}
      {items.length > 0 && (
        <ul aria-label="Items" className="flex flex-col">
          {shown.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {shown.length < sorted.length && (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            {`Show ${(sorted.length - shown.length).toLocaleString('en')} more`}
          </Button>
        </div>
      )}
      {rules.length > 0 && <Rules rules={rules} />}
      {log.length > 0 && (
        <Folded title={`Log (${log.length} ${log.length === 1 ? 'line' : 'lines'})`}>
          <pre className="max-h-80 overflow-auto rounded-control bg-sunken p-2 font-mono text-small whitespace-pre-wrap wrap-anywhere">
            {log.join('\n')}
          </pre>
        </Folded>
      )}
    </div>
  )
}

function Item({ item }: { item: ScraperPreview['items'][number] }): ReactNode {
  const { name, type, does, diff, config } = item
  return (
    <li className="flex flex-col gap-1 border-b border-line py-1.5 last:border-b-0">
      <span className="flex flex-wrap items-center gap-x-3">
        <Badge tone={does === 'keep' ? 'neutral' : 'accent'}>{verbs[does]}</Badge>
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-secondary wrap-anywhere">{type}</span>
      </span>
      {diff !== undefined && diff !== '' && (
        <Folded title="Difference">
          <Difference text={diff} />
        </Folded>
      )}
      {config !== undefined && config !== null && (
        <Folded title="Document">
          <Suspense>
            <CodeViewer
              code={JSON.stringify(config, null, 2)}
              language="json"
              label={`Document of ${name}`}
              maxHeight="20rem"
            />
          </Suspense>
        </Folded>
      )}
    </li>
  )
}

function Rules({ rules }: { rules: ScraperPreview['rules'] }): ReactNode {
  return (
    <section aria-label="Rules" className="flex flex-col gap-1">
      <h3 className="font-medium text-secondary">Rules</h3>
      <ul className="flex flex-col gap-1">
        {rules.map(({ rule, hits, failures, failure, examples }) => (
          <li key={rule} className="flex flex-wrap gap-x-3">
            <code className="text-small wrap-anywhere">{rule}</code>
            <span className="numeric">{hits === 1 ? 'applied once' : `applied ${hits} times`}</span>
            {examples.length > 0 && (
              <span className="text-secondary wrap-anywhere">{`such as ${examples.join(', ')}`}</span>
            )}
            {failures > 0 && (
              <span className="text-unhealthy wrap-anywhere">{`failed ${failures} times: ${failure ?? ''}`}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Details that load when they are opened. */
function Folded({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/folded min-w-0"
    >
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-small text-small text-secondary hover:text-primary">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 transition-transform group-open/folded:rotate-90"
        />
        {title}
      </summary>
      {open && <div className="mt-1.5">{children}</div>}
    </details>
  )
}

function Difference({ text }: { text: string }): ReactNode {
  const [layout, setLayout] = useState<DiffLayout>('inline')
  return <DiffView parts={parseDiff(text) ?? []} layout={layout} onLayout={setLayout} />
}
