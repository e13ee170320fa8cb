import { expect, test } from 'vitest'
import type { RowRule } from './access/rows.ts'
import { declarationsOf } from './kind.ts'

const rule: RowRule = () => 'none'
const rows = { rule, table: { schema: 'core', name: 'teams', key: 'id' }, follows: ['people'] } as const

test('the right on rows of a kind holds in each of its parts', () => {
  const { relations, topics, finders } = declarationsOf({
    name: 'teams',
    resource: 'database',
    feature: 'config',
    rows,
    relations: { teams: {}, team_names: { feature: undefined } },
    find: async () => [],
  })
  expect(relations).toEqual({
    teams: { resource: 'database', feature: 'config', rows: rule },
    team_names: { resource: 'database', feature: undefined, rows: rule },
  })
  const gate = { access: { resource: 'database', action: 'read' }, feature: 'config' }
  expect(topics).toEqual({ teams: { ...gate, rows } })
  expect(finders).toMatchObject({ teams: { ...gate, rows: rule } })
})

test('a kind without a topic is not heard', () => {
  expect(declarationsOf({ name: 'teams', resource: 'database', topic: false })).toEqual({
    relations: {},
    topics: {},
    finders: {},
    subjects: [],
  })
})
