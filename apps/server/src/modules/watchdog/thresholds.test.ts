import { expect, test } from 'vitest'
import { createThresholds } from './thresholds.ts'

const withProperties = (properties: Readonly<Record<string, string>>) =>
  createThresholds({ value: (name) => properties[name] })

test('thresholds are properties, with defaults', () => {
  expect(withProperties({}).value('watchdog.network.hosts')).toBe(5)
  expect(withProperties({}).value('watchdog.queue.wait')).toBe(120_000)
  const thresholds = withProperties({ 'watchdog.network.hosts': '12', 'watchdog.network.settle': '0s' })
  expect(thresholds.value('watchdog.network.hosts')).toBe(12)
  expect(thresholds.value('watchdog.network.settle')).toBe(0)
  expect(
    thresholds.shown('network').map(({ property, value, isDefault }) => [property, value, isDefault]),
  ).toEqual([
    ['watchdog.network.hosts', '12', false],
    ['watchdog.network.window', '3m', true],
    ['watchdog.network.settle', '0s', false],
  ])
  expect(thresholds.shown('checks')[0]?.value).toBe('50 %')
})

test.each(['', '0', '-1', 'many', '101', '1e9'])('percents of "%s" count as not set', (text) => {
  const thresholds = withProperties({ 'watchdog.checks.overdue.percent': text })
  expect(thresholds.value('watchdog.checks.overdue.percent')).toBe(50)
  expect(thresholds.shown('checks')[0]).toMatchObject({ isDefault: true })
})
