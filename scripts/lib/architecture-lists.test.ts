import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { architectureLists, withLists } from './architecture-lists.ts'

const page = 'Before.\n\n<!-- generated: jobs -->\n\nold\n\n<!-- end -->\n\nAfter.\n'

test('a list takes the place of the one before', () => {
  const filled = withLists(page, new Map([['jobs', 'new']]))
  expect(filled).toBe('Before.\n\n<!-- generated: jobs -->\n\nnew\n\n<!-- end -->\n\nAfter.\n')
  expect(withLists(filled, new Map([['jobs', 'new']]))).toBe(filled)
})

test('a page without a place for a list is an error, and so is a place without a list', () => {
  expect(() => withLists('Nothing.', new Map([['jobs', 'new']]))).toThrow('has no place for: jobs')
  expect(() => withLists(page, new Map())).toThrow('there is no list jobs')
})

test('the lists name what the code has', async () => {
  const lists = await architectureLists()
  for (const { name } of readdirSync(new URL('../../apps/server/src/modules/', import.meta.url), {
    withFileTypes: true,
  }))
    expect(lists.get('modules')).toContain(`| \`${name}\` `)
  expect(lists.get('families')).toMatch(/`plugins\/actions` +\| `npm run new action NAME` +\| none yet/)
  expect(lists.get('families')).toContain('](reference/scrapers/README.md)')
  expect(lists.get('packages')).toContain('| `packages/query` ')
  expect(lists.get('check types')).toContain('[http](reference/checks/http.md)')
  expect(lists.get('connection types')).toContain('[postgres](reference/connections/postgres.md)')
  expect(lists.get('jobs')).toMatch(/`SendMail` +\| `messages` +\| when it is added/)
  expect(lists.get('events')).toContain('`check.failed`')
  expect(lists.get('topics')).toMatch(/`checks` +\| `checks`, `check_state`/)
  expect(lists.get('tables')).toContain('`check_statuses`')
  // Partitions do not count as tables.
  expect(lists.get('tables')).not.toContain('_rest')
})
