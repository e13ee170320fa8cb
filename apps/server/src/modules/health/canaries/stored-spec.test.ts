import { beforeAll, expect, test } from 'vitest'
import { revisionOf } from '../../../platform/revision.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { type CheckTypes, loadCheckTypes } from '../spec/check-types.ts'
import { maskSpec, maskText, sealSpec, unsealCheck } from './stored-spec.ts'

const secrets = createSecrets('a secret key of more than 32 characters')
let types: CheckTypes
beforeAll(async () => {
  types = await loadCheckTypes()
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
  expect(unsealCheck(http, secrets, stored)).toEqual({ ok: true, value: spec.http[0] })
  const other = unsealCheck(http, createSecrets('another secret key of 32 characters or more'), stored)
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

test('the text of a spec keeps comments and order, with masks in the place of secrets', () => {
  expect(maskText(types, written, read)).toBe(written.replace('hunter2-secret', '"***"'))
  const plain = '# nothing to hide\nhttp:\n    - {url: "http://a", name: a}\n'
  expect(maskText(types, plain, { http: [{ url: 'http://a', name: 'a' }] })).toBe(plain)
})

test('a secret of several lines is masked as one, and what stands around it keeps its form', () => {
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
  expect(maskText(types, text, value)).toBe(
    text.replace('header-a', '"***"').replace('|\n        line one\n        line two', '"***"'),
  )
})

test('a text with other names of fields is kept, without the secrets that it holds', () => {
  const text = 'http: # front\n  - {name: a, endpoint: "http://a", timeout: 5, password: hunter2-secret}\n'
  const value = { http: [{ name: 'a', url: 'http://a', timeout: '5s', password: 'hunter2-secret' }] }
  expect(maskText(types, text, value)).toBe(text.replace('hunter2-secret', '"***"'))
  const aliased = 'redis:\n  - {name: a, endpoint: "redis://:pw@a"}\n'
  expect(maskText(types, aliased, { redis: [{ name: 'a', url: 'redis://:pw@a' }] })).toBeUndefined()
})

test('no text is kept that tells a secret, or says something else than the spec', () => {
  expect(maskText(types, `${written}# was hunter2-secret`, read)).toBeUndefined()
  const shared = `http:\n  - {name: a, url: http://a, password: &p hunter2-secret}\n  - {name: b, url: http://b, password: *p}\n`
  const twice = ['a', 'b'].map((name) => ({ name, url: `http://${name}`, password: 'hunter2-secret' }))
  expect(maskText(types, shared, { http: twice }) ?? '').not.toContain('hunter2')
  expect(maskText(types, written.replace('http:', 'HTTP:'), read)).toBeUndefined()
})
