import { retryAfter } from '@binnacle/plugin-kit/http'
import { workHere } from '@binnacle/plugin-kit/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentsOf } from './read.ts'
import { readProperties } from './properties.ts'

const context = { work: workHere }

test('settings are read with their comments, quotes and continued lines', () => {
  const text = [
    '# a comment',
    '! another',
    "listen_addresses = 'localhost'\t\t# what IP address(es) to listen on;",
    'max_connections = 100\t\t\t# (change requires restart)',
    "datestyle = 'iso, mdy'",
    'a.b=c=d',
    'name: value',
    'bare value # no',
    'quoted = "it\\"s" # no',
    "single = 'it''s'",
    'hash = a#b',
    'empty =',
    'long = one, \\',
    '  two',
    'twice = 1',
    'twice = 2',
    'the\\ key = x',
    '',
  ].join('\r\n')
  expect(readProperties(text)).toEqual({
    listen_addresses: 'localhost',
    max_connections: '100',
    datestyle: 'iso, mdy',
    'a.b': 'c=d',
    name: 'value',
    bare: 'value',
    quoted: 'it"s',
    single: "it's",
    hash: 'a#b',
    empty: '',
    long: 'one, two',
    twice: '2',
    'the key': 'x',
  })
})

test('any settings that are written are read again', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_.]{0,20}$/)
  const value = fc.stringMatching(/^[^\r\n'\\]{0,40}$/)
  fc.assert(
    fc.property(fc.dictionary(name, value), (settings) => {
      const text = Object.entries(settings).map(([key, one]) => `${key} = '${one}' # a comment`)
      expect(readProperties(text.join('\n'))).toEqual({ ...settings })
    }),
  )
})

test('documents of JSON, YAML and settings are read, also many values at once', async () => {
  const read = (text: string, format: 'json' | 'yaml' | 'properties' | 'raw') =>
    documentsOf({ text, format }, context)
  expect(await read('{"a": 1.10}', 'json')).toEqual({ ok: true, value: [{ a: 1.1 }] })
  expect(await read('a: 2026-01-02\nb: 0x10\nc: &x [1]\nd: *x', 'yaml')).toMatchObject({
    ok: true,
    value: [{ b: 16, c: [1], d: [1] }],
  })
  expect(await read('a = 1', 'properties')).toEqual({ ok: true, value: [{ a: '1' }] })
  expect(await read('a = 1', 'raw')).toEqual({ ok: true, value: ['a = 1'] })
  const many = await read(`[${'1,'.repeat(1_000_000)}1]`, 'json')
  expect(many.ok && Array.isArray(many.value[0]) ? many.value[0].length : many).toBe(1_000_001)
  expect(await read(`[${'1,'.repeat(8_000_000)}1]`, 'json')).toMatchObject({
    ok: false,
    failure: expect.stringContaining('has more values than are read'),
  })
  expect(await read('a: [', 'yaml')).toMatchObject({
    ok: false,
    failure: expect.stringMatching(/^is not YAML: .*line/),
  })
})

test('a time to wait is read in both forms', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(retryAfter('120', now)).toBe(120_000)
  expect(retryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000)
  expect(retryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  expect(retryAfter('soon', now)).toBeUndefined()
  expect(retryAfter(undefined, now)).toBeUndefined()
})
