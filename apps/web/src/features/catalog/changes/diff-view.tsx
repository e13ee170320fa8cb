import { classNames, SegmentedControl } from '@binnacle/ui'
import { Columns2, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DiffLine, type DiffPart, pairsOf, sizeOf } from './diff-lines.ts'

const lineClass = {
  same: '',
  added: 'bg-healthy-subtle',
  removed: 'bg-unhealthy-subtle',
} as const

const signs = { same: ' ', added: '+', removed: '-' } as const

const segments = [
  { value: 'side', label: 'Side by side', icon: <Columns2 /> },
  { value: 'inline', label: 'Inline', icon: <Rows3 /> },
] as const
export type DiffLayout = (typeof segments)[number]['value']

/** A difference, side by side or inline, with the numbers of its lines. */
export function DiffView(props: {
  parts: readonly DiffPart[]
  layout: DiffLayout
  onLayout: (layout: DiffLayout) => void
  actions?: ReactNode
}): ReactNode {
  const { parts, layout } = props
  const { added, removed } = sizeOf(parts)
  return (
    <section aria-label="Diff" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="Layout of the diff"
          segments={segments}
          value={layout}
          onChange={props.onLayout}
        />
        <span className="numeric">
          <span className="text-healthy">{`+${added.toLocaleString('en')}`}</span>{' '}
          <span className="text-unhealthy">{`-${removed.toLocaleString('en')}`}</span>
        </span>
        <span className="ml-auto flex items-center gap-1">{props.actions}</span>
      </div>
      {/* Long texts scroll by keyboard too. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Changed lines"
        className="max-h-[60vh] overflow-auto rounded-panel border border-line bg-surface font-mono text-small leading-5"
      >
        {/* With fixed columns, a browser need not measure the text of thousands of lines. */}
        <table className="w-full table-fixed border-collapse">
          <colgroup>
            <col className="w-14" />
            <col className={layout === 'side' ? 'w-[calc(50%-3.5rem)]' : 'w-14'} />
            {layout === 'side' && <col className="w-14" />}
            <col />
          </colgroup>
          {parts.map((part) => (
            <tbody
              key={`${part.start.before}:${part.start.after}`}
              className="border-b border-line last:border-b-0"
            >
              <tr className="bg-band text-muted">
                <td colSpan={layout === 'side' ? 4 : 3} className="px-3">
                  {`Line ${part.start.after}`}
                </td>
              </tr>
              {layout === 'side'
                ? pairsOf(part.lines).map(([before, after], index) => (
                    // Lines have no identity but their place.
                    // oxlint-disable-next-line react/no-array-index-key
                    <tr key={index}>
                      <Side line={before} number={before?.before} />
                      <Side line={after} number={after?.after} />
                    </tr>
                  ))
                : part.lines.map((line, index) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <tr key={index} className={lineClass[line.kind]}>
                      <Number value={line.before} />
                      <Number value={line.after} />
                      <Text line={line} />
                    </tr>
                  ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

function Side({ line, number }: { line: DiffLine | undefined; number: number | undefined }): ReactNode {
  if (line === undefined)
    return (
      <>
        <td className="bg-sunken">{null}</td>
        <td className="bg-sunken">{null}</td>
      </>
    )
  return (
    <>
      <Number value={number} className={lineClass[line.kind]} />
      <Text line={line} className={lineClass[line.kind]} />
    </>
  )
}

function Number({ value, className }: { value: number | undefined; className?: string }): ReactNode {
  return (
    <td className={classNames('px-2 text-right align-top text-muted select-none numeric', className)}>
      {value}
    </td>
  )
}

function Text({ line, className }: { line: DiffLine; className?: string }): ReactNode {
  return (
    <td className={classNames('py-0 pr-3 align-top whitespace-pre-wrap wrap-anywhere', className)}>
      <span aria-hidden="true" className="inline-block w-4 text-muted select-none">
        {signs[line.kind]}
      </span>
      {line.kind !== 'same' && <span className="sr-only">{line.kind}: </span>}
      {line.text}
    </td>
  )
}
