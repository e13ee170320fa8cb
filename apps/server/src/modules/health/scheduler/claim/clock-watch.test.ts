import { expect, test } from 'vitest'
import { ClockWatch } from './clock-watch.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 12) + seconds * 1_000)

test('at the start due times are looked at, and once more ten seconds later', () => {
  const watch = new ClockWatch()
  expect(watch.state).toBe('unseen')
  expect([0, 1, 9, 10, 11, 30].map((seconds) => watch.see(at(seconds)))).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
  ])
  expect(watch.state).toBe('steady')
})

test('a clock that is set back is noticed, one that is corrected a little is not', () => {
  const watch = new ClockWatch()
  for (const seconds of [0, 10, 100]) watch.see(at(seconds))
  expect(watch.see(at(98.5))).toBe(false)
  expect(watch.state).toBe('steady')
  expect(watch.see(at(50))).toBe(true)
  expect(watch.state).toBe('set back')
  expect(watch.see(at(59))).toBe(false)
  expect(watch.see(at(60))).toBe(true)
  expect(watch.state).toBe('steady')
})
