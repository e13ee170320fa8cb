import { type ReactNode, useState } from 'react'
import { Button } from '../primitives/button.tsx'
import { TextField } from '../primitives/text-field.tsx'
import { classNames } from '../utilities/class-names.ts'
import { Calendar } from './calendar.tsx'
import { absoluteRange, type AbsoluteRange, type Stretch } from './time-range.ts'
import { parseWallTime, typedDay, withDay } from './typed-time.ts'
import { dayAt, formatWallTime } from './wall-time.ts'

const FORM = 'YYYY-MM-DD HH:mm'
const sides = ['from', 'to'] as const
type Side = (typeof sides)[number]
const words = { from: 'From', to: 'To' } as const

interface Draft {
  from: string
  to: string
}

/** What is wrong with the ends as they are typed, by side. */
function problemsOf(draft: Draft, ends: Partial<Stretch>): Partial<Record<Side, string>> {
  const unread = (side: Side) =>
    draft[side] !== '' && ends[side] === undefined ? { [side]: `Write it as ${FORM}` } : {}
  const reversed =
    ends.from !== undefined && ends.to !== undefined && ends.from >= ends.to
      ? { to: 'Ends before it begins' }
      : {}
  return { ...unread('from'), ...unread('to'), ...reversed }
}

/** Two ends, each typed or chosen in a calendar, in the zone that times are shown in. */
export function AbsoluteForm(props: {
  /** What is chosen now, as instants. */
  initial: Stretch | undefined
  now: number
  zone: string
  onSubmit: (range: AbsoluteRange) => void
  onClear: () => void
}): ReactNode {
  const { initial, zone } = props
  const [draft, setDraft] = useState<Draft>({
    from: initial === undefined ? '' : formatWallTime(initial.from, zone),
    to: initial === undefined ? '' : formatWallTime(initial.to, zone),
  })
  /** On narrow screens there is room for the calendar of one side. */
  const [side, setSide] = useState<Side>('from')
  const from = parseWallTime(draft.from, zone)
  const to = parseWallTime(draft.to, zone, true)
  const problems = problemsOf(draft, {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  })
  const stretch = from === undefined || to === undefined || from >= to ? undefined : { from, to }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (stretch !== undefined) props.onSubmit(absoluteRange(stretch))
      }}
    >
      <div className="grid gap-x-2 gap-y-2 max-sm:grid-cols-2 sm:flex sm:gap-x-5">
        {sides.map((each) => (
          <div key={each} className="contents sm:flex sm:flex-col sm:gap-2">
            <TextField
              label={words[each]}
              placeholder={FORM}
              autoComplete="off"
              className="min-w-0 sm:w-56"
              value={draft[each]}
              error={problems[each]}
              onFocus={() => setSide(each)}
              onChange={(event) => setDraft({ ...draft, [each]: event.target.value })}
            />
            <div
              className={classNames(
                'max-sm:order-last max-sm:col-span-2 max-sm:justify-self-center',
                each !== side && 'max-sm:hidden',
              )}
            >
              <Calendar
                label={words[each]}
                selected={typedDay(draft[each])}
                today={dayAt(props.now, zone)}
                onSelect={(day) => setDraft({ ...draft, [each]: withDay(draft[each], day, each === 'to') })}
              />
            </div>
          </div>
        ))}
      </div>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-small text-muted">{zone}</span>
        <Button
          onClick={() => {
            setDraft({ from: '', to: '' })
            props.onClear()
          }}
        >
          Clear
        </Button>
        <Button type="submit" variant="primary" disabled={stretch === undefined}>
          Submit
        </Button>
      </div>
    </form>
  )
}
