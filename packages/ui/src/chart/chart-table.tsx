import { formatDuration } from '@binnacle/contract/text'
import { type ReactNode, useState } from 'react'
import { formatFullTime } from '../time/format-time.ts'
import type { ChartPoint } from './band.ts'
import { type ChartLine, describeRuns } from './describe.ts'

/** Table with the values of a chart, folded at first. Its rows exist only while it is open. */
export function ChartTable(props: {
  label: string
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
}): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="text-small">
      <summary className="w-fit rounded-small px-1 text-muted hover:text-primary">Show as table</summary>
      {open && (
        <section
          aria-label={`${props.label}, figures`}
          // A scrolling area must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-1 max-h-64 overflow-auto rounded-control border border-line"
        >
          <table className="w-full text-left numeric">
            <thead className="sticky top-0 bg-surface text-muted">
              <tr>
                {['Time', ...props.lines.map((line) => line.label), 'Runs'].map((heading) => (
                  <th key={heading} scope="col" className="border-b border-line px-3 py-1 font-medium">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.points.map((point, index) => (
                <tr key={point.time} className="border-b border-line last:border-b-0">
                  <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap">
                    {formatFullTime(new Date(point.time))}
                  </th>
                  {props.lines.map((line) => {
                    const value = line.values[index]
                    return (
                      <td key={line.label} className="px-3 py-1">
                        {value === null || value === undefined ? '–' : formatDuration(value)}
                      </td>
                    )
                  })}
                  <td className="px-3 py-1">{describeRuns(point)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
