import { expect, test } from 'vitest'
import { seemsGone } from './gone-notice.tsx'

const now = Date.parse('2026-11-24T12:00:00Z')

test.each([
  ['fails and found something yesterday', 'refused', '2026-11-23T12:00:00Z', '2026-01-01T00:00:00Z', false],
  ['fails since more than a week', 'refused', '2026-11-16T12:00:00Z', '2026-01-01T00:00:00Z', true],
  ['never found anything, for more than a week', 'refused', null, '2026-11-01T00:00:00Z', true],
  ['is new and fails', 'refused', null, '2026-11-24T00:00:00Z', false],
  ['is empty and does not fail', null, null, '2026-01-01T00:00:00Z', false],
] as const)('a source of a scraper that %s', (_, error, readAt, createdAt, expected) => {
  expect(seemsGone({ error, read_at: readAt, created_at: createdAt }, now)).toBe(expected)
})
