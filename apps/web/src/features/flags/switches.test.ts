import type { Feature } from '@binnacle/contract/access'
import type { Property } from '@binnacle/contract/health'
import { expect, test } from 'vitest'
import { featureSwitches } from './switches.ts'

const off = (name: string, source: Property['source'] = 'db'): Property => ({
  name: `${name}.disable`,
  value: 'true',
  source,
  type: 'boolean',
  description: '',
  created_by: null,
  created_at: null,
  updated_at: null,
})
const offered = new Set<Feature>(['health', 'settings.health', 'settings.teams'])
const states = (...properties: Property[]) =>
  featureSwitches(offered, properties).map(({ feature, isOn, fixed }) => [feature, isOn, fixed])

test('every feature that something belongs to has a switch, and no other', () => {
  expect(states(off('topology'))).toEqual([
    ['health', true, undefined],
    ['settings.teams', true, undefined],
    ['settings.health', true, undefined],
  ])
})

test('a feature that is off with another one, or by the file of the installation, says so', () => {
  expect(states(off('health'), off('settings.teams', 'local'))).toEqual([
    ['health', false, undefined],
    ['settings.teams', false, 'Set in the properties file of the installation'],
    ['settings.health', false, 'Off because Health is off'],
  ])
})

test('a switch names what goes with it', () => {
  expect(featureSwitches(offered, [])[0]?.takesAlong).toEqual(['Settings: Health Check'])
})
