import { describe, expect, test } from 'vitest'
import { explain, suggest } from './yaml-assist.ts'

const check = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    url: { type: 'string', title: 'Address', description: 'An http or https address.' },
    method: { type: 'string', enum: ['GET', 'POST'], title: 'Method' },
    script: { type: 'string' },
    codes: { type: 'array', items: { type: 'integer' }, title: 'Codes' },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    headers: {
      type: 'array',
      items: { type: 'object', properties: { key: { type: 'string' }, value: { type: 'string' } } },
    },
    tlsConfig: { type: 'object', properties: { ca: { type: 'string' }, skip: { type: 'boolean' } } },
  },
}
const schema = {
  type: 'object',
  properties: {
    schedule: { type: 'string', offered: ['@every 30s', '@hourly'], title: 'Schedule' },
    http: { type: 'array', items: check },
    tcp: { type: 'array', items: { type: 'object', properties: { endpoint: { type: 'string' } } } },
  },
}

/** Returns the suggested labels at the bar in the text. */
function labelsAt(marked: string): string[] {
  const found = suggest(schema, marked.replace('|', ''), marked.indexOf('|'))
  return found?.options.map(({ label }) => label) ?? []
}

describe('keys', () => {
  test('of the whole are suggested, those excepted that are there', () => {
    expect(labelsAt('|')).toEqual(['schedule', 'http', 'tcp'])
    expect(labelsAt('schedule: x\n|\ntcp:\n  - endpoint: a')).toEqual(['http'])
  })

  test('of an item are suggested on blank lines, by their column', () => {
    const names = ['url', 'method', 'script', 'codes', 'tags', 'headers', 'tlsConfig']
    expect(labelsAt('http:\n  - name: a\n    |')).toEqual(names)
    expect(labelsAt('http:\n- name: a\n  |')).toEqual(names)
    expect(labelsAt('http:\n  - |')).toEqual(['name', ...names])
    expect(
      labelsAt('http:\n  - name: a\n    tlsConfig:\n      skip: true\n    |\n    url: x\n  - method: GET'),
    ).toEqual(['method', 'script', 'codes', 'tags', 'headers'])
    expect(labelsAt('http:\n  - name: a\n    tlsConfig:\n      |')).toEqual(['ca', 'skip'])
    expect(labelsAt('http:\n  - name: a\n    headers:\n      - key: x\n        |')).toEqual(['value'])
    expect(labelsAt('http:\n  - name: a\n|')).toEqual(['schedule', 'tcp'])
  })

  test('bring what follows them', () => {
    const found = suggest(schema, 'http:\n  - ', 10)
    const insert = (label: string) => found?.options.find((option) => option.label === label)?.insert
    expect(insert('url')).toBe('url: ')
    expect(insert('headers')).toBe('headers:\n      - ')
    expect(insert('tlsConfig')).toBe('tlsConfig:\n      ')
  })

  test('are not suggested inside a text of several lines', () => {
    expect(labelsAt('http:\n  - name: a\n    script: |-\n      echo\n      |'.replace('|-', '>-'))).toEqual(
      [],
    )
  })
})

describe('values', () => {
  test('are suggested after a key and in a list', () => {
    expect(labelsAt('http:\n  - method: |')).toEqual(['GET', 'POST'])
    expect(labelsAt('http:\n  - tlsConfig:\n      skip: |')).toEqual(['true', 'false'])
    expect(labelsAt('http:\n  - tags:\n      - |')).toEqual(['a', 'b'])
  })

  test('are quoted where YAML asks for it', () => {
    expect(suggest(schema, 'schedule: ', 10)?.options.map(({ insert }) => insert)).toEqual([
      "'@every 30s'",
      "'@hourly'",
    ])
  })
})

test('a key is explained where the pointer is', () => {
  const source = 'http:\n  - name: a\n    url: http://a\n'
  const found = explain(schema, source, source.indexOf('url') + 1)
  expect(found).toMatchObject({ title: 'url – Address' })
  expect(found?.text).toContain('An http or https address.')
  expect(explain(schema, source, source.indexOf('http://') + 2)).toBeUndefined()
})
