import type { Property } from '@binnacle/contract/health'
import { expect, test } from 'vitest'
import { effectOf, flagForm, isLocal, listFlags } from './flags.ts'

const flag = (name: string, more: Partial<Property> = {}): Property => ({
  name,
  value: 'true',
  source: 'db',
  type: 'boolean',
  description: '',
  created_by: null,
  created_at: null,
  updated_at: null,
  ...more,
})
const flags = [
  flag('logs.disable', { created_at: '2026-03-02T00:00:00Z' }),
  flag('banner', { value: 'Maintenance tonight', source: 'local' }),
  flag('health.disable', { description: 'Disables Health', created_at: '2026-03-01T00:00:00Z' }),
]
const names = (query: string, sortBy: 'name' | 'created_at', sortOrder: 'asc' | 'desc' = 'asc') =>
  listFlags(flags, { query, sortBy, sortOrder }).map(({ name }) => name)

const problemOf = (name: string, value: string) =>
  flagForm.safeParse({ name, value, description: '' }).error?.issues.find(({ path }) => path[0] === 'value')
    ?.message

test('flags are found by name, value and description', () => {
  expect(names('', 'name')).toEqual(['banner', 'health.disable', 'logs.disable'])
  expect(names('MAINTENANCE', 'name')).toEqual(['banner'])
  expect(names('disables', 'name')).toEqual(['health.disable'])
  expect(names('nothing', 'name')).toEqual([])
})

test('flags are sorted by any column, both ways', () => {
  expect(names('disable', 'created_at')).toEqual(['health.disable', 'logs.disable'])
  expect(names('disable', 'created_at', 'desc')).toEqual(['logs.disable', 'health.disable'])
})

test('a flag says what it does', () => {
  expect(effectOf('health.disable', 'true')).toBe('Health is switched off for everybody.')
  expect(effectOf('health.disable', 'yes')).toContain('stays on')
  expect(effectOf('banner', 'true')).toBeUndefined()
})

test('a flag that disables a feature is true or false', () => {
  expect(problemOf('health.disable', ' true ')).toBeUndefined()
  expect(problemOf('health.disable', 'yes')).toBe('Invalid boolean value')
  expect(problemOf('banner', 'yes')).toBeUndefined()
  expect(problemOf('banner', ' ')).toBe('please provide all details')
})

test('the flag of the page itself says who can still open it', () => {
  expect(effectOf('settings.feature_flags.disable', 'true')).toContain('can still open it')
})

test('only flags of the file are local', () => {
  expect(flags.filter(isLocal).map(({ name }) => name)).toEqual(['banner'])
})
