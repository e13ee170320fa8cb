import { MINUTE } from '@binnacle/contract/core'
import { describe, expect, test } from 'vitest'
import { flappingFor, flaps, steadyAt, usualFlapping } from './flapping.ts'

const every = (count: number, minutes: number) =>
  Array.from({ length: count }, (_, place) => place * minutes * MINUTE)
const custom = { changes: 3, windowMilliseconds: 60 * MINUTE, calmMilliseconds: 30 * MINUTE }

describe('when a resource counts as flapping', () => {
  test('is as usual for rules that do not say, and without rules', () => {
    expect(flappingFor([], usualFlapping)).toEqual([usualFlapping])
    expect(flappingFor([{ flapping: undefined }], usualFlapping)).toEqual([usualFlapping])
  })

  test('is what a rule says: so many changes within its window, until it is calm for long enough', () => {
    const limits = flappingFor([{ flapping: custom }], usualFlapping)
    expect(flaps(every(2, 20), false, limits, 20 * MINUTE)).toBe(false)
    const changes = every(3, 20)
    expect(flaps(changes, false, limits, 40 * MINUTE)).toBe(true)
    expect(flaps(changes, false, [usualFlapping], 40 * MINUTE)).toBe(false)
    expect(steadyAt(changes, limits, 40 * MINUTE)).toBe(70 * MINUTE)
    expect(flaps(changes, true, limits, 69 * MINUTE)).toBe(true)
    expect(flaps(changes, true, limits, 70 * MINUTE)).toBe(false)
  })

  test('is never where a rule has it off', () => {
    const limits = flappingFor([{ flapping: { off: true } }], usualFlapping)
    expect(flaps(every(50, 0.1), false, limits, 5 * MINUTE)).toBe(false)
    // Set while it flaps, it ends that.
    expect(flaps(every(50, 0.1), true, limits, 5 * MINUTE)).toBe(false)
    expect(steadyAt(every(50, 0.1), limits, 5 * MINUTE)).toBe(5 * MINUTE)
  })

  test('is what all rules agree on, so that each change is told that one of them wants told', () => {
    const often = every(9, 1)
    const one = { flapping: custom }
    const now = 8 * MINUTE
    expect(flaps(often, false, flappingFor([one, { flapping: undefined }], usualFlapping), now)).toBe(true)
    expect(flaps(often, false, flappingFor([one, { flapping: { off: true } }], usualFlapping), now)).toBe(
      false,
    )
    const later = every(3, 20)
    expect(flaps(later, false, flappingFor([one, { flapping: undefined }], usualFlapping), 40 * MINUTE)).toBe(
      false,
    )
  })
})
