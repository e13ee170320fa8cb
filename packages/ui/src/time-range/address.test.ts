import { assert, constantFrom, date, oneof, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTimeRange, type TimeRangeValues, writeTimeRange } from './address.ts'
import { mappedRanges } from './mapped-names.ts'
import {
  absoluteRange,
  type ChosenTimeRange,
  mappedRange,
  relativeRange,
  relativeRanges,
  simpleRanges,
} from './time-range.ts'

const nothing = { timeRange: undefined, from: undefined, to: undefined }
const quiet = () => undefined

describe('a range of time in the address', () => {
  it('is named where it has a name, and has both ends else', () => {
    expect(writeTimeRange(relativeRange('now-1h'))).toEqual({ ...nothing, timeRange: '1h' })
    expect(writeTimeRange(relativeRange('now-3M'))).toEqual({ ...nothing, timeRange: '3mo' })
    expect(writeTimeRange(relativeRange('now-5m'))).toEqual({ ...nothing, timeRange: 'now-5m' })
    expect(writeTimeRange(mappedRange('Yesterday'))).toEqual({ ...nothing, timeRange: 'Yesterday' })
    expect(writeTimeRange(absoluteRange({ from: 0, to: 1_000 }))).toEqual({
      timeRange: undefined,
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T00:00:01.000Z',
    })
    expect(writeTimeRange(undefined)).toEqual(nothing)
  })

  it('comes back as it was written', () => {
    const day = date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    const absolute = tuple(day, day)
      .filter(([left, right]) => left < right)
      .map(([from, to]): ChosenTimeRange => absoluteRange({ from: from.getTime(), to: to.getTime() }))
    const named = constantFrom<ChosenTimeRange>(
      ...simpleRanges,
      ...relativeRanges('past'),
      ...relativeRanges('future'),
      ...mappedRanges.flatMap((display) => mappedRange(display) ?? []),
    )
    assert(
      property(oneof(absolute, named), (range) => {
        expect(readTimeRange(writeTimeRange(range))).toEqual(range)
      }),
    )
  })

  it('may name its ends relative to now', () => {
    expect(readTimeRange({ ...nothing, from: 'now-2d', to: 'now' })).toEqual(relativeRange('now-2d'))
    expect(readTimeRange({ ...nothing, from: 'now-2d' })).toEqual(relativeRange('now-2d'))
    expect(readTimeRange({ ...nothing, from: 'now', to: 'now+1h' })).toEqual(relativeRange('now+1h'))
  })

  it('is ignored and logged where it is not valid', () => {
    const texts: string[] = []
    const read = (values: Partial<TimeRangeValues>) =>
      readTimeRange({ ...nothing, ...values }, (message) => texts.push(message))
    expect(read({})).toBeUndefined()
    expect(texts).toEqual([])
    expect(read({ timeRange: 'Tomorrow' })).toBeUndefined()
    expect(read({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' })).toBeUndefined()
    expect(read({ from: 'now-2d', to: 'now-1d' })).toBeUndefined()
    expect(texts).toHaveLength(3)
    expect(texts[0]).toBe('Invalid time range "Tomorrow"')
    // A name that is left over still counts.
    expect(readTimeRange({ timeRange: '6h', from: 'soon', to: undefined }, quiet)).toEqual(
      relativeRange('now-6h'),
    )
  })
})
