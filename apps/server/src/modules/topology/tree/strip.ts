import { HOUR, healthOf, worstHealth } from '@binnacle/contract/core'
import type { Transition } from './rows.ts'

const HOURS = 24

const letters = { healthy: 'h', warning: 'w', unhealthy: 'u', unknown: '-' } as const

/** The hour of the clock that a time lies in, as a number. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR)
}

/** The first instant that the strip of a time shows. */
export function stripStart(now: number): number {
  return (hourOf(now) - HOURS + 1) * HOUR
}

/**
 * The worst health of each of the last 24 hours of the clock, the oldest first, one letter each.
 * @param transitions of this time at least, the oldest first
 * @param health that it has now
 */
export function stripOf(transitions: readonly Transition[], health: string, now: number): string {
  const start = stripStart(now)
  const shown = transitions.filter(({ at }) => at >= start)
  let current = healthOf(shown[0] === undefined ? health : shown[0].previous)
  let text = ''
  let place = 0
  for (let hour = 0; hour < HOURS; hour += 1) {
    let worst = current
    for (; place < shown.length; place += 1) {
      const next = shown[place]
      if (next === undefined || next.at >= start + (hour + 1) * HOUR) break
      current = healthOf(next.health)
      worst = worstHealth([worst, current])
    }
    text += letters[worst]
  }
  return text
}
