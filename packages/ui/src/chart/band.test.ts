import { describe, expect, it } from 'vitest'
import { bandSegments, bandState, bucketLength, type ChartPoint } from './band.ts'

const point = (time: number, passed: number, failed = 0, unknown = 0): ChartPoint => ({
  time,
  passed,
  failed,
  unknown,
})

describe('bandState', () => {
  it('tells buckets in which all, some or none passed from those about which nothing is known', () => {
    expect(bandState(point(0, 3))).toBe('passed')
    expect(bandState(point(0, 3, 1))).toBe('mixed')
    expect(bandState(point(0, 0, 2))).toBe('failed')
    expect(bandState(point(0, 0, 0, 1))).toBe('unknown')
    expect(bandState(point(0, 0))).toBeUndefined()
  })
})

describe('bandSegments', () => {
  it('joins neighbours of one state and leaves gaps open', () => {
    const points = [point(0, 1), point(60, 1), point(120, 0, 1), point(240, 0, 1), point(300, 1)]
    expect(bandSegments(points)).toEqual([
      { from: 0, to: 120, state: 'passed' },
      { from: 120, to: 180, state: 'failed' },
      { from: 240, to: 300, state: 'failed' },
      { from: 300, to: 360, state: 'passed' },
    ])
  })

  it('takes the shortest step as the length of a bucket', () => {
    expect(bucketLength([point(0, 1), point(120, 1), point(180, 1)])).toBe(60)
    expect(bucketLength([point(5, 1)])).toBe(0)
  })
})
