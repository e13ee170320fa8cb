import { expect, test } from 'vitest'
import { startingText } from './starting-text.ts'
import { byCategory, checkTypesOf, commonFields } from './check-types.ts'

const list = (title: string, editor: string, more: object = {}) => ({
  type: 'array',
  title,
  editor,
  icon: 'globe',
  examples: [[{ name: 'x' }]],
  items: { type: 'object', properties: { name: { type: 'string' } } },
  ...more,
})
const schema = {
  type: 'object',
  properties: {
    schedule: { type: 'string' },
    exec: list('Exec', 'form', { category: 'script' }),
    mail: list('Mail', 'form'),
    tcp: list('TCP', 'form', { category: 'network' }),
    dns: list('DNS', 'code', { category: 'network' }),
    http: list('HTTP', 'form', { category: 'network', place: 1 }),
  },
}

test('check types and what holds for all of them are read from the schema of a spec', () => {
  expect(checkTypesOf(schema).map(({ type, title, hasForm }) => [type, title, hasForm])).toEqual([
    ['http', 'HTTP', true],
    ['dns', 'DNS', false],
    ['exec', 'Exec', true],
    ['mail', 'Mail', true],
    ['tcp', 'TCP', true],
  ])
  expect(commonFields(schema).map(({ key }) => key)).toEqual(['schedule'])
})

test('a check type that takes messages begins without a schedule', () => {
  const [type] = checkTypesOf({ properties: { hook: list('Hook', 'form', { receives: true }) } })
  expect(startingText(type)).toBe('hook:\n  - name:\n')
  const [other] = checkTypesOf({ properties: { tcp: list('TCP', 'form') } })
  expect(startingText(other)).toBe('schedule: "@every 1m"\ntcp:\n  - name:\n')
})

test('check types are offered by category, those without one last', () => {
  const offered = byCategory(checkTypesOf(schema))
  expect(offered.map(({ title, members }) => [title, ...members.map(({ type }) => type)])).toEqual([
    ['Web and network', 'http', 'dns', 'tcp'],
    ['Scripts and tests', 'exec'],
    ['Others', 'mail'],
  ])
})
