import { HOUR } from '@binnacle/contract/core'
import { expect, test } from 'vitest'
import { nextLook, UNTOLD } from './decide.ts'

const alert = {
  isOpen: true,
  level: 7,
  isCritical: false,
  passesQuietHours: false,
  acknowledgedUntil: undefined,
  snoozed: undefined,
}
const known = { ...UNTOLD, knows: 'open', level: 7, knownAt: 0 } as const

test('a reminder is looked at when it is due, and not again and again while it is on its way', () => {
  const rule = { remindMilliseconds: HOUR }
  expect(nextLook(alert, known, { do: 'nothing' }, rule)).toBe(HOUR)
  expect(nextLook(alert, { ...known, isOnItsWay: true }, { do: 'nothing' }, rule)).toBeUndefined()
})
