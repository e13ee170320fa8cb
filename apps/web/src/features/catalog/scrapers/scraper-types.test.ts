import { expect, test } from 'vitest'
import { commonSchema, emptyEntry, entriesOf } from '../../../application/spec-editor/entry-types.ts'
import { scraperTypesOf, startingText } from './scraper-types.ts'

const list = (title: string, required: readonly string[] = []) => ({
  type: 'array',
  title,
  editor: 'form',
  icon: 'globe',
  items: { type: 'object', properties: { url: { type: 'string' } }, required },
})
const schema = {
  type: 'object',
  properties: {
    schedule: { type: 'string' },
    retention: { type: 'object', properties: {} },
    exec: list('Exec', ['script']),
    http: list('HTTP'),
    kubernetes: list('Kubernetes', ['clusterName']),
  },
}
const types = scraperTypesOf(schema)

test('scraper types are read from the schema of a spec, in the order in which they are offered', () => {
  expect(types.map(({ type, title }) => [type, title])).toEqual([
    ['kubernetes', 'Kubernetes'],
    ['http', 'HTTP'],
    ['exec', 'Exec'],
  ])
  expect(Object.keys(commonSchema(schema, types)['properties'] ?? {})).toEqual(['schedule', 'retention'])
})

test('a new scraper begins with what its type cannot do without', () => {
  const [kubernetes, http, exec] = types
  expect(exec && emptyEntry(exec)).toEqual({ script: null })
  expect(startingText(kubernetes)).toBe('schedule: "@every 30m"\nkubernetes:\n  - clusterName:\n')
  expect(startingText(http)).toBe('schedule: "@hourly"\nhttp:\n  - {}\n')
})

test('entries are those of the lists of types, in the order of the text', () => {
  const found = entriesOf({ http: [{}, {}], schedule: '@hourly', other: [{}], exec: [{}] }, types)
  expect(found.map(({ id, path }) => [id, path])).toEqual([
    ['http:0', ['http', 0]],
    ['http:1', ['http', 1]],
    ['exec:0', ['exec', 0]],
  ])
})
