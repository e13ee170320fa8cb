import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../utilities/storage.ts'

/** Storage key of the chosen time zone. Empty while the app follows the browser's zone. */
const ZONE_KEY = 'binnacle.timeZone'

let known: { zone: string; offset: number } | undefined

/**
 * Returns the browser's zone, for example Europe/Berlin. Every time on the screen asks for it, and a browser takes up to a
 * millisecond to find it, so it is found again only when the offset changes.
 */
export function browserZone(): string {
  const offset = new Date().getTimezoneOffset()
  if (known?.offset !== offset) known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offset }
  return known.zone
}

/** Whether this browser knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns every zone to choose from, UTC first. */
export function timeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
}

function readChosen(): string | undefined {
  const stored = readStored(ZONE_KEY)
  return stored !== undefined && isTimeZone(stored) ? stored : undefined
}

let chosen = readChosen()
const listeners = new Set<() => void>()

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Sets and stores the zone in which times are shown; undefined follows the browser again. */
export function chooseTimeZone(zone: string | undefined): void {
  chosen = zone
  writeStored(ZONE_KEY, zone ?? '')
  for (const notify of listeners) notify()
}

/** Returns the zone in which times are shown. */
export function timeZone(): string {
  return chosen ?? browserZone()
}

/** Returns the chosen zone, or undefined while it follows the browser. Renders again when it changes. */
export function useChosenTimeZone(): string | undefined {
  const read = () => chosen
  return useSyncExternalStore(subscribe, read, read)
}

/** A moment as a clock of a zone shows it. */
export interface LocalTime {
  year: number
  /** From 1. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Minutes east of UTC. */
  offset: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** Returns what a clock of a zone shows at a moment. */
export function localTime(date: Date, zone = timeZone()): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const shown = {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
  const asUtc = Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second)
  const wholeSeconds = Math.floor(date.getTime() / 1_000) * 1_000
  return { ...shown, offset: Math.round((asUtc - wholeSeconds) / 60_000) }
}
