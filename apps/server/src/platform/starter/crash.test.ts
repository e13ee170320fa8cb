import { expect, test } from 'vitest'
import { CRASHED, createPauses, hasCrashed } from './crash.ts'

test.each([
  [0, null, false],
  [1, null, false],
  [2, null, false],
  [CRASHED, null, true],
  [134, null, true],
  [137, null, true],
  [null, 'SIGKILL', true],
  [null, 'SIGSEGV', true],
] as const)('code %s and signal %s: a crash is %s', (code, signal, crashed) => {
  expect(hasCrashed(code, signal)).toBe(crashed)
})

test('the first start again is immediate, those that crash soon after each other wait, up to half a minute', () => {
  const pause = createPauses()
  expect([60_000, 100, 100, 100].map(pause)).toEqual([0, 0, 1_000, 2_000])
  for (let crash = 0; crash < 50; crash += 1) pause(100)
  expect(pause(100)).toBe(30_000)
  expect(pause(60_000)).toBe(0)
})
