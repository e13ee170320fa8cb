import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TimeColumns, type Times, timesOf } from './windows.ts'

const never = { until: null, schedule: null, time_zone: null, duration: null }
const early = new Date('2020-01-01T00:00:00Z')

function times(columns: Partial<TimeColumns>): Times {
  const compiled = timesOf({ from: early, ...never, ...columns })
  if (!compiled.ok) throw new Error(compiled.failure)
  return compiled.value
}

const berlin = (schedule: string, duration: string, columns: Partial<TimeColumns> = {}) =>
  times({ schedule, duration, time_zone: 'Europe/Berlin', ...columns })

const shown = (window: ReturnType<Times['at']>) =>
  window && [window.from.toISOString(), window.until?.toISOString()]

describe('windows', () => {
  test('that do not recur hold between their ends, which belong to them', () => {
    const [from, until] = [new Date('2026-05-01T08:00:00Z'), new Date('2026-05-01T09:00:00Z')]
    const window = times({ from, until })
    expect(window.at(from)).toEqual({ from, until })
    expect(window.at(until)).toEqual({ from, until })
    expect(window.at(new Date(from.getTime() - 1))).toBeUndefined()
    expect(window.at(new Date(until.getTime() + 1))).toBeUndefined()
    expect(window.next(from, 3)).toEqual([{ from, until }])
    expect(window.next(new Date('2027-01-01T00:00:00Z'), 3)).toEqual([])
  })

  test('start at the same time of day in both nights of the clock change, and are as long as always', () => {
    const night = berlin('0 1 * * *', '3h')
    // The hour from two to three is skipped, and the window ends an hour later on the clock.
    expect(shown(night.at(new Date('2026-03-29T02:59:00Z')))).toEqual([
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T03:00:00.000Z',
    ])
    // The hour from two to three comes twice.
    expect(shown(night.at(new Date('2026-10-25T01:30:00Z')))).toEqual([
      '2026-10-24T23:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
    expect(night.at(new Date('2026-10-25T02:30:00Z'))).toBeUndefined()
  })

  test('that would start in the skipped hour start after it, and in the repeated hour only once', () => {
    const night = berlin('30 2 * * *', '10m')
    const starts = (time: string) => night.next(new Date(time), 2).map(({ from }) => from.toISOString())
    expect(starts('2026-03-28T12:00:00Z')).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
    expect(starts('2026-10-24T12:00:00Z')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  test('lie between the first and the last day', () => {
    const from = new Date('2026-05-01T00:30:00Z')
    const until = new Date('2026-05-03T00:30:00Z')
    const night = times({ schedule: '0 0 * * *', duration: '1h', time_zone: 'UTC', from, until })
    expect(night.at(new Date('2026-05-01T00:15:00Z'))).toBeUndefined()
    expect(night.next(early, 9).map((window) => shown(window))).toEqual([
      ['2026-05-02T00:00:00.000Z', '2026-05-02T01:00:00.000Z'],
      ['2026-05-03T00:00:00.000Z', '2026-05-03T00:30:00.000Z'],
    ])
    expect(night.at(new Date('2026-05-03T00:45:00Z'))).toBeUndefined()
  })

  test('are the same whichever way the clock goes', () => {
    const schedules = ['*/7 * * * *', '0 2 * * 0', '30 23 * * 1,5', '15 1 28 * *']
    const base = Date.parse('2026-03-20T00:00:00Z')
    assert(
      property(
        constantFrom(...schedules),
        constantFrom('5m', '2h', '26h'),
        integer({ min: 0, max: 20_000 }),
        integer({ min: 0, max: 20_000 }),
        (schedule, duration, first, second) => {
          const berlinTimes = berlin(schedule, duration)
          const [one, other] = [first, second].map((minutes) => new Date(base + minutes * 60_000))
          if (one === undefined || other === undefined) return
          berlinTimes.at(one)
          const window = berlinTimes.at(other)
          expect(window).toEqual(berlin(schedule, duration).at(other))
          const end = window?.until ?? other
          expect((window?.from ?? other) <= other && end >= other).toBe(true)
        },
      ),
    )
  })
})
