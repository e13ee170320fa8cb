import { DAY } from '@binnacle/contract/core'
import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mappedRanges } from './mapped-names.ts'
import { resolveMapped } from './mapped.ts'
import { formatRelative, parseRelative, rangeUnits } from './relative.ts'
import { absoluteRange, type ChosenTimeRange, endsNow, relativeRange, relativeRanges } from './time-range.ts'
import { resolveTimeRange } from './resolve.ts'

const NOW = Date.parse('2026-03-31T10:20:30Z')
const iso = (instant: number) => new Date(instant).toISOString()
const resolved = (range: ChosenTimeRange | undefined, zone = 'UTC') => {
  if (range === undefined) return undefined
  const stretch = resolveTimeRange(range, NOW, zone)
  return stretch === undefined ? undefined : [iso(stretch.from), iso(stretch.to)]
}
const relative = (text: string) => resolved(relativeRange(text))

describe('a range of time', () => {
  it('is absolute, relative or mapped [TIME-001]', () => {
    expect(resolved(absoluteRange({ from: NOW - DAY, to: NOW }))).toEqual([iso(NOW - DAY), iso(NOW)])
    expect(resolved({ type: 'relative', range: 'now-1h', display: '' })).toEqual([
      iso(NOW - DAY / 24),
      iso(NOW),
    ])
    expect(resolved({ type: 'mapped', display: 'Today so far' })).toEqual([
      '2026-03-31T00:00:00.000Z',
      iso(NOW),
    ])
  })

  it('that is absolute has both ends and is called Custom [TIME-002]', () => {
    expect(absoluteRange({ from: 0, to: DAY })).toEqual({
      type: 'absolute',
      display: 'Custom',
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-02T00:00:00.000Z',
    })
  })

  it('that is relative has a range and words for it [TIME-003]', () => {
    expect(relativeRange('now-2d')).toEqual({ type: 'relative', range: 'now-2d', display: 'Last 2 days' })
    expect(relativeRange('now+1h')).toEqual({ type: 'relative', range: 'now+1h', display: 'Next hour' })
  })

  it('that is mapped has nothing but its words [TIME-004]', () => {
    for (const display of mappedRanges) {
      const range: ChosenTimeRange = { type: 'mapped', display }
      expect(resolved(range)).toHaveLength(2)
    }
  })

  it('whose ends are in the wrong order, or none, stands for nothing', () => {
    expect(
      resolved({ type: 'absolute', display: 'Custom', from: iso(NOW), to: iso(NOW - 1) }),
    ).toBeUndefined()
    expect(resolved({ type: 'absolute', display: 'Custom', from: 'soon', to: iso(NOW) })).toBeUndefined()
  })

  it('knows whether it moves with the time', () => {
    expect(endsNow({ type: 'mapped', display: 'This week so far' })).toBe(true)
    expect(endsNow({ type: 'mapped', display: 'Yesterday' })).toBe(false)
    expect(endsNow({ type: 'relative', display: '', range: 'now-1h' })).toBe(true)
    expect(endsNow({ type: 'relative', display: '', range: 'now+1h' })).toBe(false)
    expect(endsNow(absoluteRange({ from: 0, to: 1 }))).toBe(false)
  })
})

describe('relative ranges', () => {
  it('are offered from 5 minutes to 5 years, past and future [TIME-011]', () => {
    for (const [direction, sign, word] of [
      ['past', '-', 'Last'],
      ['future', '+', 'Next'],
    ] as const) {
      const offered = relativeRanges(direction)
      expect(offered[0]).toEqual({ type: 'relative', range: `now${sign}5m`, display: `${word} 5 minutes` })
      expect(offered.at(-1)).toEqual({ type: 'relative', range: `now${sign}5y`, display: `${word} 5 years` })
    }
  })

  it('know the units ms, s, m, h, d, w, M and y [TIME-012]', () => {
    expect(rangeUnits.join(' | ')).toBe('ms | s | m | h | d | w | M | y')
    expect(relative('now-5ms')).toEqual(['2026-03-31T10:20:29.995Z', iso(NOW)])
    expect(relative('now-5s')?.[0]).toBe('2026-03-31T10:20:25.000Z')
    expect(relative('now-5m')?.[0]).toBe('2026-03-31T10:15:30.000Z')
    expect(relative('now-5h')?.[0]).toBe('2026-03-31T05:20:30.000Z')
    expect(relative('now-5d')?.[0]).toBe('2026-03-26T10:20:30.000Z')
    expect(relative('now-5w')?.[0]).toBe('2026-02-24T10:20:30.000Z')
    // There is no 31 February: the month ends before.
    expect(relative('now-1M')?.[0]).toBe('2026-02-28T10:20:30.000Z')
    expect(relative('now-5y')?.[0]).toBe('2021-03-31T10:20:30.000Z')
    expect(relative('now+5m')).toEqual([iso(NOW), '2026-03-31T10:25:30.000Z'])
  })

  it('count months by the calendar of the zone and days by the hour', () => {
    const afterTheChange = Date.parse('2026-03-29T10:00:00Z')
    const at = (text: string) => {
      const range = relativeRange(text)
      const stretch = range && resolveTimeRange(range, afterTheChange, 'Europe/Berlin')
      return stretch && iso(stretch.from)
    }
    expect(at('now-1M')).toBe('2026-02-28T11:00:00.000Z')
    expect(at('now-1d')).toBe('2026-03-28T10:00:00.000Z')
  })

  it('that mean nothing are logged, and no more [TIME-014]', () => {
    const texts: string[] = []
    const log = (message: string) => texts.push(message)
    for (const range of ['now-', 'now-5', 'now-5q', '5m', 'now-0m', 'now--5m', 'now-1.5h', ''])
      expect(resolveTimeRange({ type: 'relative', display: '', range }, NOW, 'UTC', log)).toBeUndefined()
    expect(texts).toHaveLength(8)
    expect(texts[0]).toBe('Invalid relative time range "now-"')
  })

  it('are read as they were written, and never end before they begin', () => {
    const offset = record({
      amount: integer({ min: 1, max: 999_999_999 }),
      unit: constantFrom(...rangeUnits),
      direction: constantFrom<'past' | 'future'>('past', 'future'),
    })
    assert(
      property(offset, (wanted) => {
        expect(parseRelative(formatRelative(wanted))).toEqual(wanted)
        const range = relativeRange(formatRelative(wanted))
        const stretch = range && resolveTimeRange(range, NOW, 'Europe/Berlin')
        expect(stretch && stretch.to - stretch.from).toBeGreaterThan(0)
        expect([stretch?.from, stretch?.to]).toContain(NOW)
      }),
    )
  })
})

describe('mapped ranges', () => {
  it('include Yesterday, Today so far, This week and Previous month [TIME-010]', () => {
    for (const display of ['Yesterday', 'Today so far', 'This week', 'Previous month'])
      expect(mappedRanges).toContain(display)
  })

  it.each([
    ['Today', '2026-03-31T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['Yesterday', '2026-03-30T00:00:00.000Z', '2026-03-30T23:59:59.999Z'],
    ['Day before yesterday', '2026-03-29T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
    ['This day last week', '2026-03-24T00:00:00.000Z', '2026-03-24T23:59:59.999Z'],
    ['This week', '2026-03-30T00:00:00.000Z', '2026-04-05T23:59:59.999Z'],
    ['This week so far', '2026-03-30T00:00:00.000Z', '2026-03-31T10:20:30.000Z'],
    ['Previous week', '2026-03-23T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
    ['This month so far', '2026-03-01T00:00:00.000Z', '2026-03-31T10:20:30.000Z'],
    ['Previous month', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
    ['This year', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
    ['Previous year', '2025-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
  ])('%s is from %s to %s', (display, from, to) => {
    expect(resolved({ type: 'mapped', display })).toEqual([from, to])
  })

  it('follow the calendar of the zone, also on days of 23 hours', () => {
    expect(resolved({ type: 'mapped', display: 'Day before yesterday' }, 'Europe/Berlin')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
    ])
    expect(resolved({ type: 'mapped', display: 'Today so far' }, 'Pacific/Auckland')).toEqual([
      '2026-03-30T11:00:00.000Z',
      iso(NOW),
    ])
  })

  it('throw Invalid mapped time range for other words [TIME-013]', () => {
    for (const display of ['', 'yesterday', 'Tomorrow', 'constructor'])
      expect(() => resolveTimeRange({ type: 'mapped', display }, NOW, 'UTC')).toThrow(
        'Invalid mapped time range',
      )
  })

  it('never end before they begin, at any time and in any zone', () => {
    assert(
      property(
        constantFrom(...mappedRanges),
        integer({ min: 0, max: 4_000_000_000 }),
        constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia'),
        (display, seconds, zone) => {
          const { from, to } = resolveMapped(display, seconds * 1_000, zone)
          expect(to).toBeGreaterThanOrEqual(from)
        },
      ),
    )
  })
})
