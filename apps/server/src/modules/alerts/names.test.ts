import { expect, test } from 'vitest'
import { fullName, shortName } from './names.ts'

const fingerprint = '0123456789abcdef'

test('a short name says what, where and how severe', () => {
  const short = (labels: Record<string, string>) => shortName(labels, fingerprint)
  expect(short({ alertname: 'Watchdog' })).toBe('Watchdog')
  expect(
    short({
      alertname: 'DiskFull',
      severity: 'critical',
      mountpoint: '/var',
      job: 'node',
      instance: 'web-1:9100',
    }),
  ).toBe('DiskFull web-1:9100 /var (critical)')
  expect(short({ queue: 'orders' })).toBe('alert orders')
  const long = short({ alertname: 'Slow', path: 'x'.repeat(500) })
  expect(long).toHaveLength(120)
  expect(long).toMatch(/… 0123456789abcdef$/)
})

test('a full name tells all alerts apart, long ones by their fingerprint', () => {
  expect(fullName({ alertname: 'Down', job: 'x', a: 'y' }, fingerprint)).toBe('Down{a="y", job="x"}')
  expect(fullName({ job: 'x' }, fingerprint)).toBe('alert{job="x"}')
  expect(fullName({ alertname: 'A', a: '1", b="2' }, 'f')).not.toBe(
    fullName({ alertname: 'A', a: '1', b: '2' }, 'f'),
  )
  const long = fullName({ alertname: 'A', path: 'x'.repeat(1_000) }, fingerprint)
  expect(long).toHaveLength(250)
  expect(long).toMatch(/… 0123456789abcdef$/)
})
