import { expect, test } from 'vitest'
import { disabledFeatures, disablingProperty, type Feature, features } from './features.ts'

const off = (feature: Feature, value = 'true') => ({ name: disablingProperty(feature), value })

test('a feature is off while its property is true, and for no other value [FLAG-001]', () => {
  expect([...disabledFeatures([off('logs')])]).toEqual(['logs'])
  for (const value of ['false', '', 'TRUE', '1']) expect(disabledFeatures([off('logs', value)]).size).toBe(0)
  expect(disabledFeatures([]).size).toBe(0)
  expect(disabledFeatures([{ name: 'logs', value: 'true' }]).size).toBe(0)
})

test('each of the features can be switched off [FLAG-002]', () => {
  expect(features).toHaveLength(22)
  for (const feature of features) expect(disabledFeatures([off(feature)]).has(feature)).toBe(true)
})

test.each<[string, Feature, Feature[]]>([
  ['FLAG-005', 'config', ['settings.config_scraper']],
  ['FLAG-006', 'topology', ['settings.topology']],
  ['FLAG-007', 'health', ['settings.health', 'settings.job_history']],
])('what goes with a feature is off too [%s]', (_id, feature, others) => {
  expect([...disabledFeatures([off(feature)])]).toEqual([feature, ...others])
})
