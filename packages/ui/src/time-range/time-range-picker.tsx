import { CalendarClock, ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { buttonClass, type ButtonSize } from '../primitives/button-style.ts'
import { Popover } from '../primitives/popover.tsx'
import { Skeleton } from '../primitives/skeleton.tsx'
import { timeZone, useChosenTimeZone } from '../time/zone.ts'
import type { RangePresets } from './range-panel.tsx'
import { type ChosenTimeRange, simpleName } from './time-range.ts'
import { describeStretch } from './wall-time.ts'

/** The calendar loads when it is first shown. */
const RangePanel = lazy(async () => {
  const { RangePanel: component } = await import('./range-panel.tsx')
  return { default: component }
})

/** Text of the button without a choice, as the specification words it. */
const NO_RANGE = 'Please select time range'

/** Props of a time range picker. */
export interface TimeRangePickerProps {
  value: ChosenTimeRange | undefined
  /** Called with undefined when the choice is cleared. */
  onChange: (range: ChosenTimeRange | undefined) => void
  /** Ranges offered beside the calendars. Default: those of the past. */
  presets?: RangePresets
  /** Accessible name of the button. Default: `Time range`. */
  label?: string
  size?: ButtonSize
  align?: 'start' | 'center' | 'end'
  /** Whether it is open at first, for stories. */
  defaultOpen?: boolean
}

/** Picker of a time range: two ends, a recent range, or an offered range. */
export function TimeRangePicker(props: TimeRangePickerProps): ReactNode {
  const [open, setOpen] = useState(props.defaultOpen ?? false)
  /** Also resets a panel that reopens while it is still closing. */
  const [openings, setOpenings] = useState(0)
  const zone = useChosenTimeZone() ?? timeZone()
  const { value, presets = 'past', label = 'Time range' } = props
  const shown = value === undefined ? NO_RANGE : wordsFor(value, presets)
  const ends = value?.type === 'absolute' ? ` ${describeStretch(value, zone)}` : ''
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={(opens) => {
        setOpen(opens)
        if (opens) setOpenings(openings + 1)
      }}
      align={props.align ?? 'start'}
      className="w-max max-w-[calc(100vw-1rem)]! overflow-x-hidden p-0"
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${shown}${ends}`}
          className={buttonClass({ variant: undefined, size: props.size })}
        >
          <CalendarClock aria-hidden="true" className="size-3.5 text-muted" />
          {shown}
          {ends !== '' && (
            <span className="truncate font-normal whitespace-pre text-secondary numeric max-md:hidden">
              {ends}
            </span>
          )}
          <ChevronDown aria-hidden="true" className="size-3.5 text-muted" />
        </button>
      }
    >
      <Suspense fallback={<Skeleton className="m-3 h-80 w-72" />}>
        <RangePanel
          key={openings}
          value={value}
          presets={presets}
          onChange={(range) => {
            props.onChange(range)
            if (range !== undefined) setOpen(false)
          }}
        />
      </Suspense>
    </Popover>
  )
}

/** A picker with simple options shows short names. */
function wordsFor(value: ChosenTimeRange, presets: RangePresets): string {
  return presets === 'simple' ? (simpleName(value) ?? value.display) : value.display
}
