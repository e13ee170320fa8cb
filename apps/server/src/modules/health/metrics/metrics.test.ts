import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCustomMetrics } from './custom.ts'
import { addTo, emptyDistribution, expose } from './exposition.ts'

const gauge = (labels: Record<string, string>, value = 1) => ({
  name: 'm',
  type: 'gauge' as const,
  value,
  labels,
})

test('what is told is in the text format, with label values escaped and buckets added up', () => {
  const distribution = emptyDistribution()
  for (const value of [1, 7, 7, 40_000]) addTo(distribution, value)
  const lines = expose([
    { name: 'empty', help: 'nothing', type: 'gauge', series: [] },
    { name: 'g', help: 'a\nb', type: 'gauge', series: [{ labels: { l: 'a"b\\c\nd' }, value: 1.5 }] },
    { name: 'h', help: 'h', type: 'histogram', series: [{ labels: {}, value: distribution }] },
  ]).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    String.raw`# HELP g a\nb`,
    '# TYPE g gauge',
    String.raw`g{l="a\"b\\c\nd"} 1.5`,
  ])
  expect(lines).toContain('h_bucket{le="5"} 1')
  expect(lines).toContain('h_bucket{le="10"} 3')
  expect(lines).toContain('h_bucket{le="30000"} 3')
  expect(lines).toContain('h_bucket{le="+Inf"} 4')
  expect(lines).toContain('h_sum 40015')
  expect(lines).toContain('h_count 4')
})

test('counters only grow, gauges say the newest', () => {
  const metrics = createCustomMetrics()
  for (const value of [2, -5, 0, 3]) {
    metrics.add('check', { name: 'c', type: 'counter', value, labels: {} })
    metrics.add('check', gauge({}, value))
  }
  expect(metrics.families().map(({ series }) => series[0]?.value)).toEqual([5, 3])
})

test('one check cannot fill the memory, nor all of them; what finds no place is counted', () => {
  const metrics = createCustomMetrics({ mostSeries: 5, mostOfCheck: 3 })
  for (let index = 0; index < 10; index += 1) metrics.add('a', gauge({ l: String(index) }))
  for (let index = 0; index < 10; index += 1) metrics.add('b', gauge({ l: `b${index}` }))
  expect(metrics.families()[0]?.series).toHaveLength(5)
  expect(metrics.dropped).toBe(15)
  // Another type under the same name would make the whole page unreadable.
  metrics.add('a', { ...gauge({ l: '0' }), type: 'counter' })
  expect(metrics.dropped).toBe(16)
  metrics.keepOnly(new Set(['b']))
  expect(metrics.families()[0]?.series).toHaveLength(2)
  metrics.add('b', gauge({ l: 'again' }))
  expect(metrics.families()[0]?.series).toHaveLength(3)
})

test.each([
  ['an invalid name', gauge({ 'my-label': 'x' })],
  ['a name that ends the line', gauge({ 'l="1"} 1\nother{l': 'x' })],
  ['a masked name', gauge({ 'token_***': 'x' })],
  ['a value longer than any label', gauge({ l: 'x'.repeat(2_000) })],
  [
    'more labels than any metric',
    gauge(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`l${n}`, '']))),
  ],
  ['the name of a bound', { ...gauge({ le: '5' }), type: 'histogram' as const }],
])('a sample with %s is dropped, as it would make the whole page unreadable', (_, sample) => {
  const metrics = createCustomMetrics()
  metrics.add('check', sample)
  expect(metrics.families()).toEqual([])
  expect(metrics.dropped).toBe(1)
})

test('the number of series stays within its bounds while clients come and go', () => {
  const step = fc.oneof(
    fc.record({
      check: fc.constantFrom('a', 'b', 'c'),
      label: fc.constantFrom('1', '2', '3', '4'),
    }),
    fc.record({ keep: fc.subarray(['a', 'b', 'c']) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const metrics = createCustomMetrics({ mostSeries: 4, mostOfCheck: 2 })
      for (const one of steps) {
        if ('keep' in one) metrics.keepOnly(new Set(one.keep))
        else metrics.add(one.check, gauge({ own: one.check, l: one.label }))
      }
      const series = metrics.families().flatMap((family) => family.series)
      const ofA = series.filter(({ labels }) => labels['own'] === 'a')
      return series.length <= 4 && ofA.length <= 2
    }),
  )
})
