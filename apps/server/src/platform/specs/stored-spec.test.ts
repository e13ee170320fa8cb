import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { revisionOf } from '../revision.ts'
import { createSecrets } from '../secrets.ts'
import { type CanaryParser, createCanaryParser } from '../../modules/health/canary-spec/canary.ts'
import { type CheckTypes, loadCheckTypes } from '../../modules/health/canary-spec/check-types.ts'
import { maskSpec, maskText, sealSpec, unsealEntry } from './stored-spec.ts'

const secrets = createSecrets('a secret key of more than 32 characters')
const tasks = createTaskPool()
afterAll(() => tasks.close())
let types: CheckTypes
let parser: CanaryParser
beforeAll(async () => {
  types = await loadCheckTypes()
  parser = createCanaryParser(types, tasks)
})

const spec = {
  schedule: '@every 30s',
  http: [
    {
      name: 'a',
      url: 'http://a.example',
      password: { value: 'pass-a' },
      headers: [{ name: 'X', value: 'header-a' }],
    },
    { name: 'b', url: 'http://b.example', password: 'pass-b' },
  ],
}

test('secrets are sealed at rest and masked when shown; the rest is as written', () => {
  const sealed = sealSpec(types, secrets, spec)
  expect(JSON.stringify(sealed)).not.toMatch(/pass-|header-/)
  expect(maskSpec(types, sealed)).toEqual({
    schedule: '@every 30s',
    http: [
      {
        name: 'a',
        url: 'http://a.example',
        password: { value: '***' },
        headers: [{ name: 'X', value: '***' }],
      },
      { name: 'b', url: 'http://b.example', password: '***' },
    ],
  })
})

test('with another key a stored check says that its secret has to be entered again', () => {
  const http = types.get('http')
  if (http === undefined) throw new Error('no http')
  const sealed = sealSpec(types, secrets, spec)
  const stored: unknown = Array.isArray(sealed['http']) ? sealed['http'][0] : undefined
  expect(unsealEntry(http, secrets, stored)).toEqual({ ok: true, value: spec.http[0] })
  const other = unsealEntry(http, createSecrets('another secret key of 32 characters or more'), stored)
  expect(other.ok ? '' : other.failure).toContain('enter it again')
})

test('a revision is an id that follows the content', () => {
  expect(revisionOf(secrets, spec)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(revisionOf(secrets, spec)).toBe(revisionOf(secrets, structuredClone(spec)))
  expect(revisionOf(secrets, spec)).not.toBe(revisionOf(secrets, { ...spec, schedule: '@every 31s' }))
})

const written = `# The shop, which must not be down
schedule: '@every 30s' # often
http:
  - name: front
    url: http://a.example
    password: hunter2-secret # of the monitor
`
const read = {
  schedule: '@every 30s',
  http: [{ name: 'front', url: 'http://a.example', password: 'hunter2-secret' }],
}

test('the text of a spec keeps comments and order, with masks in the place of secrets', async () => {
  expect(await maskText(types, parser, written, read)).toBe(written.replace('hunter2-secret', '"***"'))
  const plain = '# nothing to hide\nhttp:\n    - {url: "http://a", name: a}\n'
  expect(await maskText(types, parser, plain, { http: [{ url: 'http://a', name: 'a' }] })).toBe(plain)
})

test('a secret of several lines is masked as one, and what stands around it keeps its form', async () => {
  const text = `http:
  - {name: a, url: "http://a",   headers: [{name: X, value: header-a}]}
  - name: b
    url: http://b
    tlsConfig:
      key: |
        line one
        line two
      serverName: b
`
  const value = {
    http: [
      { name: 'a', url: 'http://a', headers: [{ name: 'X', value: 'header-a' }] },
      { name: 'b', url: 'http://b', tlsConfig: { key: 'line one\nline two\n', serverName: 'b' } },
    ],
  }
  expect(await maskText(types, parser, text, value)).toBe(
    text.replace('header-a', '"***"').replace('|\n        line one\n        line two', '"***"'),
  )
})

test('a text with other names of fields is kept, without the secrets that it holds', async () => {
  const text = 'http: # front\n  - {name: a, endpoint: "http://a", timeout: 5, password: hunter2-secret}\n'
  const value = { http: [{ name: 'a', url: 'http://a', timeout: '5s', password: 'hunter2-secret' }] }
  expect(await maskText(types, parser, text, value)).toBe(text.replace('hunter2-secret', '"***"'))
  const aliased = 'redis:\n  - {name: a, endpoint: "redis://:pw@a"}\n'
  expect(
    await maskText(types, parser, aliased, { redis: [{ name: 'a', url: 'redis://:pw@a' }] }),
  ).toBeUndefined()
})

test('no text is kept that tells a secret, or says something else than the spec', async () => {
  expect(await maskText(types, parser, `${written}# was hunter2-secret`, read)).toBeUndefined()
  const shared = `http:\n  - {name: a, url: http://a, password: &p hunter2-secret}\n  - {name: b, url: http://b, password: *p}\n`
  const twice = ['a', 'b'].map((name) => ({ name, url: `http://${name}`, password: 'hunter2-secret' }))
  expect((await maskText(types, parser, shared, { http: twice })) ?? '').not.toContain('hunter2')
  expect(await maskText(types, parser, written.replace('front', 'back'), read)).toBeUndefined()
  // Keys mean the same in any case.
  const shouted = written.replace('http:', 'HTTP:')
  expect(await maskText(types, parser, shouted, read)).toBe(shouted.replace('hunter2-secret', '"***"'))
})
