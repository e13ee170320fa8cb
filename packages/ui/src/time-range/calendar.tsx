import { format } from 'date-fns'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { DayPicker } from 'react-day-picker'
import type { CalendarDay } from './wall-time.ts'

/** The library represents days as dates in the browser's zone; here a day has no zone. */
function toDate({ year, month, day }: CalendarDay): Date {
  return new Date(year, month - 1, day)
}

function fromDate(date: Date): CalendarDay {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}

const navigationClass =
  'flex size-7 items-center justify-center rounded-control text-secondary hover:bg-hover hover:text-primary'

const classes = {
  root: 'w-fit select-none',
  months: 'relative',
  month: 'flex flex-col gap-1',
  nav: 'absolute inset-x-0 top-0 flex items-center justify-between',
  button_previous: navigationClass,
  button_next: navigationClass,
  month_caption: 'flex h-7 items-center justify-center',
  caption_label: 'text-small font-medium',
  month_grid: 'border-collapse',
  weekday: 'size-8 text-caption font-normal text-muted',
  day: 'p-0 text-center',
  day_button:
    'size-8 rounded-control numeric hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus',
  outside: 'text-muted',
  today: 'font-semibold [&>button]:underline [&>button]:underline-offset-4',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent',
  hidden: 'invisible',
} as const

/** The arrows of the navigation. */
function Arrow(props: { orientation?: 'left' | 'right' | 'up' | 'down' }): ReactElement {
  const Icon = props.orientation === 'right' ? ChevronRight : ChevronLeft
  return <Icon aria-hidden="true" className="size-4" />
}

const parts = { Chevron: Arrow } as const

/** Accessible name of a day. It contains the bare number, which people say to voice control. */
function describeDay(date: Date, { today, selected }: { today?: boolean; selected?: boolean }): string {
  return `${today === true ? 'Today, ' : ''}${format(date, 'EEEE, d MMMM yyyy')}${selected === true ? ', selected' : ''}`
}
const labels = { labelDayButton: describeDay } as const

/** A month in which people choose a day. Arrows, Page Up and Page Down, Home and End move, Enter selects. */
export function Calendar(props: {
  /** Accessible name of the calendar. */
  label: string
  selected: CalendarDay | undefined
  today: CalendarDay
  onSelect: (day: CalendarDay) => void
}): ReactNode {
  const { selected } = props
  const shown = toDate(selected ?? props.today)
  return (
    <DayPicker
      // After a day is typed, show its month.
      key={`${shown.getFullYear()}-${shown.getMonth()}`}
      mode="single"
      required
      weekStartsOn={1}
      showOutsideDays
      fixedWeeks
      aria-label={props.label}
      defaultMonth={shown}
      today={toDate(props.today)}
      selected={selected === undefined ? undefined : toDate(selected)}
      onSelect={(date: Date) => props.onSelect(fromDate(date))}
      classNames={classes}
      components={parts}
      labels={labels}
    />
  )
}
