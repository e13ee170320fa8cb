import { expect, test } from 'vitest'
import { disabledFeatures, featureOfProperty, featureProperty, features } from './features.ts'

const off = (...names: string[]) => [
  ...disabledFeatures(names.map((name) => ({ name: `${name}.disable`, value: 'true' }))),
]

test('exactly the features of the specification can be disabled [FLAG-002]', () => {
  expect(features.toSorted().join(' | ')).toBe(
    'agents | config | health | incidents | logs | playbooks | settings.config_scraper | settings.connections' +
      ' | settings.event_queue_status | settings.feature_flags | settings.health | settings.integrations' +
      ' | settings.job_history | settings.logging_backends | settings.notifications' +
      ' | settings.organization_profile | settings.playbooks | settings.rules | settings.teams' +
      ' | settings.topology | settings.users | topology',
  )
})

test("a feature is disabled by its property with the value 'true', and by no other value [FLAG-001]", () => {
  expect(off('logs')).toEqual(['logs'])
  for (const value of ['false', '', 'TRUE', '1', 'yes'])
    expect(disabledFeatures([{ name: 'logs.disable', value }]).size).toBe(0)
  expect(disabledFeatures([{ name: 'logs', value: 'true' }]).size).toBe(0)
  expect(disabledFeatures([]).size).toBe(0)
  expect(off('nothing.known')).toEqual([])
})

test('every feature can be disabled by itself', () => {
  for (const feature of features) {
    expect(off(feature)).toContain(feature)
    expect(featureOfProperty(featureProperty(feature))).toBe(feature)
  }
})

test('config takes settings.config_scraper with it [FLAG-005]', () => {
  expect(off('config')).toEqual(['config', 'settings.config_scraper'])
})

test('topology takes settings.topology with it [FLAG-006]', () => {
  expect(off('topology')).toEqual(['topology', 'settings.topology'])
})

test('health takes settings.health and settings.job_history with it [FLAG-007]', () => {
  expect(off('health')).toEqual(['health', 'settings.health', 'settings.job_history'])
})

test('a setting that is disabled leaves its area on', () => {
  expect(off('settings.health', 'settings.config_scraper')).toEqual([
    'settings.config_scraper',
    'settings.health',
  ])
})
