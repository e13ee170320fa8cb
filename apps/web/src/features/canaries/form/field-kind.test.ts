import { describe, expect, test } from 'vitest'
import { checkTypesOf, commonFields, fieldKind, formFields, scriptLanguages } from './field-kind.ts'

describe('the control of a field', () => {
  const secret = {
    anyOf: [
      { type: 'string', secret: true },
      { type: 'object', properties: { value: { type: 'string', secret: true } } },
    ],
  }
  test.each([
    [{ type: 'string' }, { kind: 'text' }],
    [{ type: 'string', widget: 'multiline' }, { kind: 'multiline' }],
    [{ type: 'string', widget: 'duration' }, { kind: 'duration' }],
    [
      { type: 'string', widget: 'code', language: 'json' },
      { kind: 'code', language: 'json' },
    ],
    [
      { type: 'integer', minimum: 0 },
      { kind: 'number', minimum: 0 },
    ],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [
      { type: 'string', enum: ['a', 'b'] },
      { kind: 'choice', options: ['a', 'b'] },
    ],
    [
      { type: 'string', enum: ['a', 'b'], offered: ['a'] },
      { kind: 'choice', options: ['a'] },
    ],
    [
      { type: 'string', widget: 'schedule', offered: ['@hourly'] },
      { kind: 'schedule', options: ['@hourly'] },
    ],
    [{ type: 'string', secret: true }, { kind: 'secret' }],
    [secret, { kind: 'secret' }],
    [
      { type: 'array', items: { type: 'integer' } },
      { kind: 'values', numbers: true, options: [] },
    ],
    [
      { type: 'array', items: { type: 'string' } },
      { kind: 'values', numbers: false, options: [] },
    ],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      { kind: 'map', value: { type: 'string' } },
    ],
    [{ anyOf: [{ type: 'array' }, { type: 'object' }] }, { kind: 'yaml' }],
  ])('%o', (node, kind) => {
    expect(fieldKind(node)).toEqual(kind)
  })

  test('of a script offers its languages, in the words and order of the selector [SPEC-013]', () => {
    const text = { type: 'string', widget: 'code' }
    const node = {
      type: 'object',
      properties: { expr: text, template: text, javascript: text, jsonPath: text },
    }
    expect(fieldKind(node)).toEqual({
      kind: 'script',
      languages: ['template', 'javascript', 'expr', 'jsonPath'],
    })
    expect(Object.entries(scriptLanguages)).toEqual([
      ['template', 'Go Template'],
      ['javascript', 'Javascript'],
      ['expr', 'Expr'],
      ['jsonPath', 'JSONPath'],
    ])
  })
})

test('fields are grouped, and hidden where another field makes them meaningless [SPEC-016]', () => {
  const node = {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string' },
      method: { type: 'string' },
      body: { type: 'string', shownWhen: { field: 'method', values: ['POST'] } },
      labels: { type: 'object', group: 'description' },
      timeout: { type: 'string', group: 'advanced' },
    },
  }
  const keys = (value: unknown) => formFields(node, value).plain.map(({ key }) => key)
  expect(keys({})).toEqual(['url', 'method'])
  expect(keys({ method: 'GET' })).toEqual(['url', 'method'])
  expect(keys({ method: 'POST' })).toEqual(['url', 'method', 'body'])
  const { plain, describing, advanced } = formFields(node, {})
  expect(plain.map(({ required }) => required)).toEqual([true, false])
  expect([describing, advanced].map((fields) => fields.map(({ key }) => key))).toEqual([
    ['labels'],
    ['timeout'],
  ])
})

test('check types and what holds for all of them are read from the schema of a spec', () => {
  const list = (title: string, editor: string) => ({
    type: 'array',
    title,
    editor,
    icon: 'globe',
    examples: [[{ name: 'x' }]],
    items: { type: 'object', properties: { name: { type: 'string' } } },
  })
  const schema = {
    type: 'object',
    properties: {
      schedule: { type: 'string' },
      tcp: list('TCP', 'form'),
      dns: list('DNS', 'code'),
    },
  }
  expect(checkTypesOf(schema).map(({ type, title, hasForm }) => [type, title, hasForm])).toEqual([
    ['dns', 'DNS', false],
    ['tcp', 'TCP', true],
  ])
  expect(commonFields(schema).map(({ key }) => key)).toEqual(['schedule'])
})
