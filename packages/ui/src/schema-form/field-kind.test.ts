import { describe, expect, test } from 'vitest'
import { fieldKind, formFields, scriptLanguages } from './field-kind.ts'

describe('the control of a field', () => {
  const secret = {
    anyOf: [
      { type: 'string', secret: true },
      {
        type: 'object',
        properties: { value: { type: 'string', secret: true }, valueFrom: { type: 'object' } },
      },
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

test('a value and where it is kept share one control [SPEC-010]', () => {
  const secret = { type: 'string', secret: true }
  const node = (value: object) => ({
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, value, valueFrom: { type: 'object' } },
  })
  expect(formFields(node(secret), {}).plain).toEqual([
    { key: 'name', node: { type: 'string' }, required: true },
    { key: 'value', node: secret, required: true, hasSubstitute: true },
  ])
  const variable = { ...node(secret), secretWhen: 'secret' }
  expect(formFields(variable, {}).plain[1]).toMatchObject({ key: 'value', isShown: true })
  expect(formFields(variable, { secret: true }).plain[1]).not.toHaveProperty('isShown')
  expect(formFields(node({ type: 'string' }), {}).plain.map(({ key }) => key)).toEqual([
    'name',
    'value',
    'valueFrom',
  ])
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
      later: { type: 'string', group: 'advanced', inForm: false },
    },
  }
  const keys = (value: unknown) => formFields(node, value).plain.map(({ key }) => key)
  expect(keys({})).toEqual(['url', 'method'])
  expect(keys({ method: 'GET' })).toEqual(['url', 'method'])
  expect(keys({ method: 'POST' })).toEqual(['url', 'method', 'body'])
  const { plain, groups } = formFields(node, {})
  expect(plain.map(({ required }) => required)).toEqual([true, false])
  expect(groups.map(({ title, fields }) => [title, ...fields.map(({ key }) => key)])).toEqual([
    ['Description and labels', 'labels'],
    ['Advanced', 'timeout'],
  ])
})

test('a field is required while nothing takes its place', () => {
  const node = {
    type: 'object',
    properties: {
      url: { type: 'string', requiredWithout: ['host', 'connection'] },
      host: { type: 'string' },
    },
  }
  const isRequired = (value: unknown) => formFields(node, value).plain[0]?.required
  expect([{}, { connection: '' }, { connection: null }].map(isRequired)).toEqual([true, true, true])
  expect([{ connection: 'shop' }, { host: 'a' }].map(isRequired)).toEqual([false, false])
})
