import { expect, test } from 'vitest'
import { propertyForm } from './properties.ts'
import { defaultUptimeThresholds, uptimeThresholds } from './uptime.ts'

test('thresholds are those of the properties, and the defaults where one is missing or no percentage', () => {
  expect(uptimeThresholds([])).toEqual({ warning: 99.9, unhealthy: 99 })
  expect(
    uptimeThresholds([
      { name: 'health.uptime_warning_below', value: '99.99' },
      { name: 'health.uptime_unhealthy_below', value: '95' },
    ]),
  ).toEqual({ warning: 99.99, unhealthy: 95 })
  for (const value of ['', 'high', '-1', '101', '1e1', 'NaN'])
    expect(uptimeThresholds([{ name: 'health.uptime_warning_below', value }])).toEqual(
      defaultUptimeThresholds,
    )
})

test('a property with a threshold takes nothing but a percentage', () => {
  const name = 'health.uptime_warning_below'
  expect(propertyForm.safeParse({ name, value: '99.5' }).success).toBe(true)
  expect(propertyForm.safeParse({ name, value: '99,5' }).error?.issues).toMatchObject([
    { path: ['value'], message: 'Enter a percentage from 0 to 100, such as 99.9' },
  ])
})
