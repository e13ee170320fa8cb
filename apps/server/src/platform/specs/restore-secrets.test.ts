import { isRecord } from '@binnacle/plugin-kit/core'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../secrets.ts'
import { loadCheckTypes } from '../../modules/health/canary-spec/check-types.ts'
import { restoreSecrets } from './restore-secrets.ts'
import { maskSpec, sealSpec } from './stored-spec.ts'

const secrets = createSecrets('a secret key of more than 32 characters')
const types = await loadCheckTypes()

type Spec = Record<string, unknown>

const spec = {
  schedule: '@every 30s',
  http: [
    {
      name: 'a',
      url: 'http://a.example/x',
      password: { value: 'pass-a' },
      headers: [
        { name: 'X-One', value: 'header-1' },
        { name: 'X-Two', value: 'header-2' },
      ],
    },
    { name: 'b', url: 'http://b.example', username: 'user-b', password: 'pass-b' },
  ],
  exec: [
    { name: 'script', script: 'test -n "$TOKEN"', env: [{ name: 'TOKEN', value: 'token-1', secret: true }] },
  ],
  redis: [{ name: 'cache', url: 'redis://cache.example:6379', password: 'pass-r' }],
}
const shown = maskSpec(types, spec)

function check(type: string, index = 0): Spec {
  const list = shown[type]
  const found: unknown = Array.isArray(list) ? list[index] : undefined
  if (!isRecord(found)) throw new Error(`no ${type}`)
  return found
}

function restore(written: Spec, stored: Spec = spec, isMoved = false) {
  return restoreSecrets(types, secrets, written, { spec: sealSpec(types, secrets, stored), isMoved })
}

/** What is wrong, as `path: message`. */
function problems(written: Spec, stored?: Spec, isMoved?: boolean): string[] {
  const restored = restore(written, stored, isMoved)
  return restored.ok ? [] : restored.failure.map(({ path, message }) => `${path}: ${message}`)
}

const replaced = (type: string, change: Spec) => ({ [type]: [{ ...check(type), ...change }] })

describe('masks keep what is stored', () => {
  test('where nothing changed, in another order too', () => {
    const [a, b] = [check('http'), check('http', 1)]
    expect(restore({ ...shown, http: [b, a] })).toEqual({
      ok: true,
      value: { ...spec, http: [spec.http[1], spec.http[0]] },
    })
  })

  test('where only what leads nowhere changed', () => {
    const harmless = {
      description: 'new',
      icon: 'globe',
      labels: { a: 'b' },
      severity: 'low',
      timeout: '3s',
      thresholdMillis: 5,
      responseCodes: [204],
      method: 'HEAD',
      failureThreshold: 3,
      retries: { maxRetries: 2 },
      url: 'http://A.example:80/another/path?q=1',
      username: 'someone',
    }
    const restored = restore({ ...replaced('http', harmless), schedule: '@every 1m' })
    expect(restored).toMatchObject({
      ok: true,
      value: { http: [{ password: { value: 'pass-a' }, headers: spec.http[0]?.headers }] },
    })
  })

  test('of a check with a new name that is the same otherwise', () => {
    expect(restore(replaced('exec', { name: 'renamed' }))).toMatchObject({
      ok: true,
      value: { exec: [{ name: 'renamed', env: [{ value: 'token-1' }] }] },
    })
  })

  test('of headers by their names', () => {
    const headers = [
      { name: 'X-New', value: 'typed' },
      { name: 'X-Two', value: '***' },
    ]
    expect(restore(replaced('http', { headers }))).toMatchObject({
      value: { http: [{ headers: [{ value: 'typed' }, { value: 'header-2' }] }] },
    })
  })
})

describe('masks have to be entered again', () => {
  const again = (path: string, change: string) => `${path}: enter it again, as ${change} changed`

  test.each([
    ['http', { url: 'http://evil.example/x' }, 'url'],
    ['http', { url: 'https://a.example/x' }, 'url'],
    ['http', { url: 'http://a.example:81/x' }, 'url'],
    ['http', { url: 'http://a.example/$(password)' }, 'url'],
    ['http', { url: undefined, connection: 'connection://evil' }, 'url'],
    ['http', { connection: 'connection://evil' }, 'connection'],
    ['http', { oauth2: { tokenURL: 'http://evil.example' } }, 'oauth2'],
    ['http', { digest: true }, 'digest'],
    ['http', { body: '{{ .TOKEN }}' }, 'body'],
    ['http', { templateBody: true }, 'templateBody'],
    ['http', { responseContent: 'a' }, 'responseContent'],
    ['http', { responseJSONContent: { path: '$.a', value: 1 } }, 'responseJSONContent'],
    ['http', { display: { expr: 'string(content)' } }, 'display'],
    ['http', { test: { expr: 'true' } }, 'test'],
    ['http', { transform: { javascript: 'env' } }, 'transform'],
    ['http', { metrics: [{ name: 'a', type: 'gauge', value: '1' }] }, 'metrics'],
    ['http', { tlsConfig: { insecureSkipVerify: true } }, 'tlsConfig'],
    ['http', { env: [{ name: 'A', value: 'b' }] }, 'env'],
    ['http', { namespace: 'other' }, 'namespace'],
    ['http', { unknown: 'field' }, 'unknown'],
  ])('%s with %o', (type, change, place) => {
    expect(problems(replaced(type, change))).toEqual(
      ['password.value', 'headers[0].value', 'headers[1].value'].map((path) =>
        again(`http[0].${path}`, place),
      ),
    )
  })

  test('a Host header that is added, as it names another site', () => {
    const headers = [{ name: 'Host', value: 'evil.example' }, ...(spec.http[0]?.headers ?? [])]
    expect(problems(replaced('http', { headers }))).toEqual([again('http[0].password.value', 'headers')])
  })

  test('a script or its other variables', () => {
    const path = 'exec[0].env[0].value'
    expect(problems(replaced('exec', { script: 'echo $TOKEN' }))).toEqual([again(path, 'script')])
    const env = [
      { name: 'TOKEN', value: '***', secret: true },
      { name: 'BASH_ENV', value: '/tmp/x' },
    ]
    expect(problems(replaced('exec', { env }))).toEqual([again(path, 'env')])
    expect(problems(replaced('exec', { env: [{ name: 'OTHER', value: '***', secret: true }] }))).toEqual([
      `${path}: there is no stored secret to keep; enter it`,
    ])
  })

  test('a variable that is no secret any more', () => {
    const env = [
      { name: 'TOKEN', value: '***', secret: true },
      { name: 'SERVER', value: 'http://a.example' },
    ]
    const stored = { env: [env[0], { ...env[1], secret: true }].map((one) => ({ ...one, value: 'x-1' })) }
    expect(problems({ env }, stored)).toEqual(['env[0].value: enter it again, as env[1] changed'])
  })

  test('an address that is a secret itself', () => {
    const typed = { url: 'redis://evil.example' }
    expect(problems(replaced('redis', typed))).toEqual([again('redis[0].password', 'url')])
    expect(problems(replaced('redis', { url: 'redis://cache.example:6379' }))).toEqual([])
    expect(problems(replaced('redis', { url: '***' }))).toEqual([])
  })

  test('secrets of two checks that swap names, places or types', () => {
    const [a, b] = [check('http'), check('http', 1)]
    const swapped = [
      { ...b, name: 'a' },
      { ...a, name: 'b' },
    ]
    expect(problems({ http: swapped }).filter((problem) => problem.includes('password'))).toEqual([
      'http[0].password: there is no stored secret to keep; enter it',
      'http[1].password.value: there is no stored secret to keep; enter it',
    ])
    expect(problems({ http: [{ ...b, url: 'http://a.example/x' }] })).toEqual([
      again('http[0].username', 'url'),
      again('http[0].password', 'url'),
    ])
    expect(problems({ prometheus: [{ ...b, query: 'up' }] })).toHaveLength(2)
    expect(problems({ http: [a, { ...a, url: 'http://evil.example' }] })).toHaveLength(3)
    const copies = [a, { ...a, name: 'copy', url: 'http://evil.example' }]
    expect(problems({ http: copies })).toHaveLength(3)
  })

  test('in another namespace, where names of connections and references mean something else', () => {
    expect(problems(replaced('redis', {}), spec, true)).toEqual([
      again('redis[0].url', 'namespace'),
      again('redis[0].password', 'namespace'),
    ])
  })

  test('of a canary that has no such check', () => {
    expect(
      problems({ http: [check('http')] }, { http: [{ name: 'z', url: 'http://z.example' }] }),
    ).toHaveLength(3)
    expect(restoreSecrets(types, secrets, { http: [check('http', 1)] }, undefined)).toMatchObject({
      ok: false,
      failure: [
        { path: 'http[0].username' },
        { path: 'http[0].password', segments: ['http', 0, 'password'] },
      ],
    })
  })
})

describe('variables of the canary', () => {
  const stored = {
    env: [
      { name: 'TOKEN', value: 'token-1', secret: true },
      { name: 'SERVER', value: 'http://a.example', secret: true },
    ],
    exec: [{ name: 'x', script: 'curl $SERVER' }],
    http: [{ name: 'y', url: 'http://y.example', password: 'pass-y' }],
  }
  const masked = maskSpec(types, stored)

  test('stay with checks that are as they were, even if some are gone', () => {
    expect(problems(masked, stored)).toEqual([])
    expect(problems({ ...masked, http: [] }, stored)).toEqual([])
    expect(problems({ ...masked, exec: [{ name: 'renamed', script: 'curl $SERVER' }] }, stored)).toEqual([])
  })

  test('have to be entered again for a check that is new or changed', () => {
    const masks = ['env[0].value', 'env[1].value']
    const says = (change: string) => masks.map((path) => `${path}: enter it again, as ${change}`)
    const added = { ...masked, dns: [{ name: 'z', query: 'z.example' }] }
    expect(problems(added, stored)).toEqual(says('dns[0] is new'))
    const changed = { ...masked, exec: [{ name: 'x', script: 'echo $TOKEN' }] }
    expect(problems(changed, stored)).toEqual(says('exec[0].script changed'))
  })

  test('lead each other and the secrets of checks elsewhere', () => {
    const env = [
      { name: 'TOKEN', value: '***', secret: true },
      { name: 'SERVER', value: 'http://evil.example', secret: true },
    ]
    expect(problems({ ...masked, env }, stored)).toEqual([
      'http[0].password: enter it again, as env[1] changed',
      'env[0].value: enter it again, as env[1] changed',
    ])
  })
})

test('a spec that was made to take long to compare does not', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    name: `n${index}`,
    url: `http://h${index}.example`,
    password: 'p',
  }))
  const written = many.map((one) => ({ ...one, name: `other ${one.name}`, password: '***' }))
  expect(problems({ http: written }, { http: many }).length).toBeGreaterThan(900)
})
