import { expect, test } from 'vitest'
import { isStale, propertyGroups } from './facts.ts'

test('an item is stale when it was last scraped more than an hour ago [CAT-029]', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  expect(isStale('2026-11-23T11:00:00Z', now)).toBe(false)
  expect(isStale('2026-11-23T10:59:59Z', now)).toBe(true)
  expect(isStale(null, now)).toBe(false)
})

const property = (name: string) => ({
  name,
  label: undefined,
  icon: undefined,
  type: undefined,
  text: 'x',
  value: undefined,
  unit: undefined,
  links: undefined,
})

test('properties are grouped by the first part of their names [CAT-024]', () => {
  const groups = propertyGroups([property('os/name'), property('zone'), property('os/version'), property('')])
  expect(groups.map(([group, own]) => [group, own.map(({ label, name }) => label ?? name)])).toEqual([
    ['os', ['name', 'version']],
    ['Properties', ['zone']],
  ])
})
