import { expect, test } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatUptime,
  parseBytes,
} from './format.ts'

test.each([
  [0, '0ms'],
  [0.4, '0.4ms'],
  [9.96, '10ms'],
  [412.4, '412ms'],
  [999.4, '999ms'],
  [999.6, '1s'],
  [1_234, '1.23s'],
  [59_990, '59.99s'],
  [60_000, '1m'],
  [90_000, '1.5m'],
  [3_600_000, '1h'],
  [5_400_000, '1.5h'],
])('a duration of %d ms reads %s [FMT-001]', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

test.each([
  [0, '0.0%'],
  [99.95, '100.0%'],
  [12.34, '12.3%'],
])('%d percent reads %s [FMT-003]', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})

test.each([
  [250, '2.5x'],
  [200, '2x'],
  [101, '1x'],
])('%d percent reads %s [FMT-005]', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})

test.each([
  [1, 1, '50.00%'],
  [3, 0, '100.00%'],
  [99_999, 1, '99.99%'],
  [0, 4, '0.00%'],
  [0, 0, undefined],
])('%d passed and %d failed is an uptime of %s [FMT-004]', (passed, failed, text) => {
  expect(formatUptime(passed, failed)).toBe(text)
})

test.each([
  [999, '999'],
  [1_000, '1k+'],
  [12_345, '12k+'],
  // Rounded up it would promise more than there is.
  [1_999, '1k+'],
])('a count of %d reads %s [FMT-006]', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test.each([
  ['512', 512],
  ['10kb', 10_240],
  ['1.5 GiB', 1_610_612_736],
  ['64 MiB', 67_108_864],
  ['ten', undefined],
  ['-1', undefined],
])('the size %s is parsed', (text, bytes) => {
  expect(parseBytes(text)).toBe(bytes)
})

test('bytes are shown in the largest unit that fits', () => {
  expect([512, 1_536, 1_048_576].map(formatBytes)).toEqual(['512 B', '1.5 KiB', '1 MiB'])
})
