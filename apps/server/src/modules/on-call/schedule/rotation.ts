import { HOUR } from '@binnacle/contract/core'
import type { Layer, WeeklyHours } from '@binnacle/contract/on-call'
import { type CalendarDay, calendarDay, dayAt, instantAt, minutesOf, weekdayOf } from './zone.ts'

/** A stretch of time in milliseconds since 1970. Begins with `from` and ends before `to`. */
export interface Stretch {
  from: number
  to: number
}

/** A stretch with the person whose turn it is. */
export interface Turn extends Stretch {
  personId: string
}

/** Hours of the week in a zone. */
interface ZonedHours {
  hours: readonly WeeklyHours[]
  timeZone: string
}

/** The hours that begin on a day. */
function hoursOf(day: CalendarDay, { hours, timeZone }: ZonedHours): Stretch[] {
  const weekday = weekdayOf(day)
  return hours.flatMap(({ days, from, to }) => {
    if (!days.includes(weekday)) return []
    const stretch = {
      from: instantAt(day, minutesOf(from), timeZone),
      to: instantAt(to <= from ? day + 1 : day, minutesOf(to), timeZone),
    }
    // In the night in which clocks go forward, hours may have no length.
    return stretch.from < stretch.to ? [stretch] : []
  })
}

/** Joins stretches that touch or overlap. */
function union(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const { from, to } of stretches.toSorted((left, right) => left.from - right.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** When weekly hours apply within a range; all of it without hours. */
export function openHours(zoned: ZonedHours, range: Stretch): Stretch[] {
  const { hours, timeZone } = zoned
  if (hours.length === 0) return [range]
  const found: Stretch[] = []
  const last = dayAt(range.to, timeZone)
  // Hours of the day before may reach into the range.
  for (let day = dayAt(range.from, timeZone) - 1; day <= last; day += 1) found.push(...hoursOf(day, zoned))
  return union(found).flatMap(({ from, to }) => {
    const cut = { from: Math.max(from, range.from), to: Math.min(to, range.to) }
    return cut.from < cut.to ? [cut] : []
  })
}

/** Whether weekly hours apply at an instant. */
export function isOpen(zoned: ZonedHours, instant: number): boolean {
  if (zoned.hours.length === 0) return true
  const today = dayAt(instant, zoned.timeZone)
  return [today - 1, today].some((day) =>
    hoursOf(day, zoned).some(({ from, to }) => from <= instant && instant < to),
  )
}

/** The turns of a layer, without regard to its hours. */
export interface Rotation {
  /** When turn `number` begins, counted from 0. */
  start(this: void, number: number): number
  /** The number of the turn at an instant; negative before the first. */
  numberAt(this: void, instant: number): number
  /** When the last turn ends. */
  end: number
}

/** The turns of a layer: hours have a fixed length, days and weeks end when clocks show the time of the handover. */
export function rotationOf({ start, end, handover, timeZone }: Layer): Rotation {
  const firstDay = calendarDay(start)
  const minutes = minutesOf(handover.at)
  const last = end === null ? Infinity : instantAt(calendarDay(end), minutes, timeZone)
  if (handover.unit === 'hours') {
    const first = instantAt(firstDay, minutes, timeZone)
    const length = handover.every * HOUR
    return {
      start: (number) => first + number * length,
      numberAt: (instant) => Math.floor((instant - first) / length),
      end: last,
    }
  }
  const days = handover.every * (handover.unit === 'weeks' ? 7 : 1)
  const startOf = (number: number) => instantAt(firstDay + number * days, minutes, timeZone)
  return {
    start: startOf,
    numberAt(instant) {
      let number = Math.floor((dayAt(instant, timeZone) - firstDay) / days)
      // The day alone does not say whether its handover has passed.
      while (startOf(number) > instant) number -= 1
      while (startOf(number + 1) <= instant) number += 1
      return number
    },
    end: last,
  }
}

/** The turns of a layer within a range, in the order of time. */
export function turnsOf(layer: Layer, range: Stretch): Turn[] {
  const { participants } = layer
  const rotation = rotationOf(layer)
  const from = Math.max(range.from, rotation.start(0))
  const to = Math.min(range.to, rotation.end)
  if (from >= to || participants.length === 0) return []
  return openHours(layer, { from, to }).flatMap((stretch) => {
    const turns: Turn[] = []
    let number = rotation.numberAt(stretch.from)
    let begin = stretch.from
    while (begin < stretch.to) {
      const end = Math.min(rotation.start(number + 1), stretch.to)
      const personId = participants[number % participants.length]
      if (personId !== undefined && begin < end) turns.push({ from: begin, to: end, personId })
      begin = Math.max(begin, end)
      number += 1
    }
    return turns
  })
}
