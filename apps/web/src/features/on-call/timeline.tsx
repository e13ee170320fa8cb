import { DAY } from '@binnacle/contract/core'
import type { OnCallPerson, Shift } from '@binnacle/contract/on-call'
import { classNames, formatWallTime, Menu, type MenuSection, parseWallTime, timeZone } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { holderName, shiftRange } from './words.ts'

const colors = [
  'bg-chart-1/20 border-chart-1',
  'bg-chart-2/20 border-chart-2',
  'bg-chart-3/20 border-chart-3',
  'bg-press border-line-strong',
]

/** The color of a person: the same in every line of a rota. */
function colorOf({ person }: Shift, people: readonly OnCallPerson[]): string {
  if (person === null) return 'bg-unhealthy-subtle border-unhealthy-line text-unhealthy'
  const place = people.findIndex(({ id }) => id === person.id)
  return colors[(place === -1 ? people.length : place) % colors.length] ?? ''
}

/** Lines of the axis in the reader's zone: each day, or each six hours of a short range. */
function ticksOf(from: number, to: number, zone: string): { at: number; label: string }[] {
  const times = to - from <= 3 * DAY ? ['00:00', '06:00', '12:00', '18:00'] : ['00:00']
  const ticks: { at: number; label: string }[] = []
  // Twice a day, since some days have 23 hours; what was seen before is left out.
  for (let instant = from; instant - DAY < to; instant += DAY / 2) {
    const date = formatWallTime(instant, zone).slice(0, 10)
    for (const time of times) {
      const at = parseWallTime(`${date} ${time}`, zone)
      if (at === undefined || at <= from || at > to - (to - from) / 30 || at <= (ticks.at(-1)?.at ?? 0))
        continue
      ticks.push({ at, label: time === '00:00' ? dayLabel(at, zone) : time })
    }
  }
  return ticks
}

function dayLabel(instant: number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: zone }).format(
    instant,
  )
}

/**
 * Who is on call in a range, as a line.
 * @param props.people in whose order colors are given
 * @param props.actionsOf actions of a shift; without any it is no button
 */
export function Timeline(props: {
  label: string
  shifts: readonly Shift[]
  range: { from: string; to: string }
  people: readonly OnCallPerson[]
  actionsOf?: (shift: Shift) => readonly MenuSection[]
}): ReactNode {
  const from = Date.parse(props.range.from)
  const to = Date.parse(props.range.to)
  const part = (instant: number) => (100 * (Math.min(Math.max(instant, from), to) - from)) / (to - from)
  const ticks = ticksOf(from, to, timeZone())
  // A phone has room for five labels, the last one not at its edge.
  const step = Math.ceil(ticks.length / 5)
  return (
    <div className="flex flex-col gap-1">
      <ol
        aria-label={props.label}
        className="flex h-9 overflow-hidden rounded-control border border-line bg-sunken"
      >
        {props.shifts.map((shift) => (
          <li
            key={shift.from}
            className="@container relative min-w-0"
            style={{ width: `${part(Date.parse(shift.to)) - part(Date.parse(shift.from))}%` }}
          >
            <Segment shift={shift} people={props.people} actions={props.actionsOf?.(shift) ?? []} />
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className="relative h-4 overflow-hidden text-caption text-muted numeric">
        {ticks.map(({ at, label }, place) => (
          <span
            key={at}
            className={classNames(
              'absolute top-0 border-l border-line-strong pl-1 whitespace-nowrap',
              (place % step > 0 || part(at) > 85) && 'max-md:hidden',
            )}
            style={{ left: `${part(at)}%` }}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  )
}

function Segment(props: {
  shift: Shift
  people: readonly OnCallPerson[]
  actions: readonly MenuSection[]
}): ReactNode {
  const { shift, actions } = props
  const name = holderName(shift)
  const text = `${name}, ${shiftRange(shift)}${shift.overrideId === null ? '' : ', override'}`
  const look = classNames(
    'flex size-full items-center overflow-hidden border-l-2 px-1 text-left text-small',
    colorOf(shift, props.people),
    shift.overrideId !== null && 'italic',
  )
  const content = (
    // A shift that is too narrow for a few letters shows its color alone.
    <span aria-hidden="true" className="hidden truncate @min-[2.75rem]:block">
      {name}
    </span>
  )
  if (actions.length === 0)
    return (
      <span className={look} title={text}>
        <span className="sr-only">{text}</span>
        {content}
      </span>
    )
  return (
    <Menu
      align="start"
      sections={actions}
      trigger={
        <button
          type="button"
          aria-label={text}
          title={text}
          className={`${look} focus-inset hover:brightness-95`}
        >
          {content}
        </button>
      }
    />
  )
}
