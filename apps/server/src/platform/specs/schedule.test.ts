import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_COUNTED, nextDue, parseSchedule, type Schedule, ticksBetween } from './schedule.ts'

function schedule(text: string): Schedule {
  const parsed = parseSchedule(text)
  if (!parsed.ok) throw new Error(parsed.failure)
  return parsed.value
}

const noon = new Date('2026-03-10T12:00:00Z')

describe('parseSchedule', () => {
  test.each([
    '@every 30s',
    '@every 1h30m',
    '*/5 * * * *',
    '0 8 * * 1-5',
    '@hourly',
    '@daily',
    '@midnight',
    '@annually',
    'CRON_TZ=Europe/Berlin 0 8 * * *',
    'TZ=UTC @daily',
  ])('%s is a schedule', (text) => {
    expect(parseSchedule(text).ok).toBe(true)
  })

  test.each([
    ['@every 10ms', 'too often'],
    ['@every 500d', 'too seldom'],
    ['@every soon', 'is not a duration'],
    ['often', 'is not a schedule'],
    ['* * * *', 'is not a schedule'],
    ['61 * * * *', 'is not a schedule'],
    ['* * * * * *', 'is not a schedule'],
    ['CRON_TZ=Mars/Olympus 0 8 * * *', 'is not a schedule'],
    ['0 0 30 2 *', 'never comes due'],
    ['', 'is not a schedule'],
  ])('"%s" is refused: %s', (text, reason) => {
    const parsed = parseSchedule(text)
    expect(parsed.ok ? '' : parsed.failure).toContain(reason)
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => typeof parseSchedule(text).ok === 'boolean'),
    )
  })
})

describe('nextDue', () => {
  const every = fc.integer({ min: 1, max: 100_000 })
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })

  test('an interval lies on its own grid: always later, never further than the interval, without drift', () => {
    fc.assert(
      fc.property(every, fc.uuid(), instants, (seconds, seed, after) => {
        const interval = schedule(`@every ${seconds}s`)
        const first = nextDue(interval, seed, after)
        const second = nextDue(interval, seed, first ?? after)
        expect(first?.getTime()).toBeGreaterThan(after.getTime())
        expect((first?.getTime() ?? 0) - after.getTime()).toBeLessThanOrEqual(seconds * 1_000)
        expect((second?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(seconds * 1_000)
      }),
    )
  })

  test('a cron tick is delayed by less than 9 % of a quarter of an hour, and each comes once', () => {
    fc.assert(
      fc.property(fc.uuid(), instants, (seed, after) => {
        const hourly = schedule('@hourly')
        const first = nextDue(hourly, seed, after)
        const second = nextDue(hourly, seed, first ?? after)
        expect(first?.getTime()).toBeGreaterThan(after.getTime())
        const delay = (first?.getTime() ?? 0) % 3_600_000
        expect(delay).toBeLessThan(81_000)
        expect((second?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(3_600_000)
      }),
    )
  })

  test('many checks of one schedule are spread over it', () => {
    const minutely = schedule('@every 1m')
    const phases = Array.from(
      { length: 600 },
      (_, index) => (nextDue(minutely, `check ${index}`, noon)?.getTime() ?? 0) % 60_000,
    )
    const perTenth = phases.reduce<number[]>((counts, phase) => {
      const tenth = Math.floor(phase / 6_000)
      counts[tenth] = (counts[tenth] ?? 0) + 1
      return counts
    }, [])
    expect(perTenth).toHaveLength(10)
    expect(Math.min(...perTenth)).toBeGreaterThan(30)
    expect(Math.max(...perTenth)).toBeLessThan(100)
  })

  test('a time zone moves the tick, also over the change to summer time', () => {
    const berlin = schedule('CRON_TZ=Europe/Berlin 0 8 * * *')
    const hourOf = (after: string) => nextDue(berlin, 'seed', new Date(after))?.toISOString().slice(0, 13)
    expect(hourOf('2026-03-27T12:00:00Z')).toBe('2026-03-28T07')
    expect(hourOf('2026-03-29T12:00:00Z')).toBe('2026-03-30T06')
  })

  test('it is the same on every process and at every start', () => {
    const text = '@every 10s'
    expect(nextDue(schedule(text), 'a', noon)).toEqual(nextDue(schedule(text), 'a', noon))
    expect(nextDue(schedule(text), 'a', noon)).not.toEqual(nextDue(schedule(text), 'b', noon))
  })
})

test('ticks that a long run has skipped are counted', () => {
  const interval = schedule('@every 10s')
  const due = nextDue(interval, 'a', noon) ?? noon
  const later = (seconds: number) => new Date(due.getTime() + seconds * 1_000)
  const skippedBy = (seconds: number) =>
    ticksBetween(interval, 'a', due, nextDue(interval, 'a', later(seconds)) ?? due)
  expect([1, 9, 11, 35, 100].map(skippedBy)).toEqual([0, 0, 1, 3, 10])
  const daily = schedule('@daily')
  expect(ticksBetween(daily, 'a', noon, new Date(noon.getTime() + 3 * 86_400_000))).toBe(3)
})

test('counts only so many missed ticks of a cron schedule, however long nothing ran', () => {
  const minutely = schedule('* * * * *')
  const started = performance.now()
  for (let check = 0; check < 20; check += 1)
    expect(ticksBetween(minutely, `check ${check}`, noon, new Date(noon.getTime() + 7 * 86_400_000))).toBe(
      MOST_COUNTED,
    )
  expect(performance.now() - started).toBeLessThan(2_000)
})
