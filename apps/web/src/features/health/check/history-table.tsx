import type { CheckStatus } from '@binnacle/contract/health'
import { type Href, Age, classNames, Duration, HealthBadge, PlainLink, Skeleton } from '@binnacle/ui'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense } from 'react'

const RunEvidence = lazy(async () => {
  const { RunEvidence: component } = await import('./run-evidence.tsx')
  return { default: component }
})

/** Message, health, duration, age; on narrow screens the last two stand under the message. */
const template =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-3 md:grid-cols-[minmax(0,1fr)_7.5rem_6rem_5rem]'

/** The arrows move between the rows. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-run]')]
  const index = links.findIndex((link) => link === document.activeElement)
  if (step === undefined || index < 0) return
  links.at(Math.min(Math.max(index + step, 0), links.length - 1))?.focus()
  event.preventDefault()
}

/** Results as rows that open their evidence beneath themselves. */
export function HistoryTable(props: {
  /** Names the table for those who listen; `History` if not given. */
  label?: string
  rows: readonly CheckStatus[]
  /** Time of the result whose evidence is shown. */
  openTime: string | undefined
  /** The address with a result opened, or with none. */
  hrefOf: (time: string | undefined) => Href
  busy: boolean
  /** Someone points into the table, or has the focus in it. */
  onEngage?: () => void
  onLeave?: () => void
}): ReactNode {
  return (
    // Only the focus is moved, between links that are reached with Tab as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      aria-label={props.label ?? 'History'}
      aria-busy={props.busy || undefined}
      onKeyDown={moveFocus}
      // Entering alone may be the table's doing, when it moves under a pointer that rests.
      onPointerMove={props.onEngage}
      onPointerLeave={props.onLeave}
      onFocus={props.onEngage}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave?.()
      }}
      className="block w-full overflow-clip rounded-panel border border-line bg-surface"
    >
      <thead className="block border-b border-line bg-band text-small text-muted max-md:sr-only">
        <tr className={classNames(template, 'h-8')}>
          {['Message', 'Health', 'Duration', 'Age'].map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={classNames('font-medium', index < 2 ? 'text-left' : 'text-right')}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {props.rows.map((run) => (
        <Run key={run.time} run={run} open={run.time === props.openTime} hrefOf={props.hrefOf} />
      ))}
    </table>
  )
}

function Run(props: {
  run: CheckStatus
  open: boolean
  hrefOf: (time: string | undefined) => Href
}): ReactNode {
  const { run, open } = props
  return (
    <tbody className="block border-b border-line last:border-b-0">
      <tr className={classNames(template, 'relative min-h-row py-1.5 hover:bg-hover', open && 'bg-selected')}>
        <td className="flex min-w-0 items-start gap-1.5">
          <ChevronRight
            aria-hidden="true"
            className={classNames(
              'mt-1 size-3.5 shrink-0 text-muted transition-transform',
              open && 'rotate-90',
            )}
          />
          <PlainLink
            data-run
            href={props.hrefOf(open ? undefined : run.time)}
            aria-expanded={open}
            className="line-clamp-2 min-w-0 wrap-anywhere after:absolute after:inset-0 focus-inset"
          >
            {run.error ?? run.message ?? 'no message'}
          </PlainLink>
        </td>
        <td className="max-md:row-span-2">
          <HealthBadge state={run.state} />
        </td>
        <td className="text-right max-md:pl-5 max-md:text-left max-md:text-small max-md:text-secondary">
          <Duration milliseconds={run.duration} />
          <span className="md:hidden">
            {' · '}
            <Age time={run.time} />
          </span>
        </td>
        <td className="relative text-right max-md:hidden" data-above-row>
          <Age time={run.time} />
        </td>
      </tr>
      {open && (
        <tr className="block border-t border-line bg-band">
          <td className="block p-3 md:py-4 md:pr-5 md:pl-8">
            <Suspense fallback={<Skeleton className="h-40 w-full" />}>
              <RunEvidence run={run} />
            </Suspense>
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** The list in its shape while nothing is known of it. */
export function LoadingHistory(): ReactNode {
  return (
    <div aria-busy="true" className="flex flex-col gap-3 rounded-panel border border-line p-3">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-5 w-full" />
      ))}
      <output className="sr-only">Loading History</output>
    </div>
  )
}
