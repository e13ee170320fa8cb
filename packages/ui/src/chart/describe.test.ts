import { expect, it } from 'vitest'
import { describeChart, describePoint } from './describe.ts'

const points = [
  { time: 0, passed: 2, failed: 0, unknown: 0 },
  { time: 60_000, passed: 1, failed: 1, unknown: 0 },
  { time: 120_000, passed: 0, failed: 0, unknown: 0 },
]
const lines = [{ label: 'p95', values: [120, 1_500, null] }]

it('sums up a chart in words', () => {
  expect(describeChart(points, lines)).toMatch(
    /^From .+ to .+, p95 between 120ms and 1.5s\. 1 of 4 runs failed\.$/,
  )
  expect(describeChart([], lines)).toBe('Nothing ran in this time.')
})

it('reads out one bucket', () => {
  expect(describePoint(points, lines, 1)).toMatch(/, p95 1.5s, 1 passed, 1 failed$/)
  expect(describePoint(points, lines, 2)).toMatch(/, nothing ran$/)
})
