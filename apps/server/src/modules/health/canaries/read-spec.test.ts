import { expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createCanaryParser } from '../spec/canary.ts'
import { loadCheckTypes } from '../spec/check-types.ts'
import { readSpec } from './read-spec.ts'
import { sealSpec } from './stored-spec.ts'

const secrets = createSecrets('a secret key of more than 32 characters')
const types = await loadCheckTypes()
const parts = { types, secrets, parser: createCanaryParser(types) }

const stored = {
  http: [{ name: 'a', url: 'https://a.example', password: 'pass-a', tlsConfig: { serverName: 'a' } }],
}
const readAgain = (check: Record<string, unknown>) =>
  readSpec(parts, { spec: { http: [{ name: 'a', ...check }] } }, { spec: sealSpec(types, secrets, stored) })

test('a stored secret stays where its address is written under another name', () => {
  const read = readAgain({ Endpoint: 'https://a.example/x', password: '***', tls: { serverName: 'a' } })
  expect(read).toMatchObject({
    ok: true,
    value: { input: { http: [{ url: 'https://a.example/x', password: 'pass-a' }] } },
  })
})

test('another name of a field does not lead a stored secret elsewhere', () => {
  const failureOf = (check: Record<string, unknown>) => {
    const read = readAgain({ password: '***', tls: { serverName: 'a' }, ...check })
    return read.ok ? undefined : read.failure.map(({ message }) => message)
  }
  expect(failureOf({ endpoint: 'https://b.example' })).toEqual(['enter it again, as url changed'])
  expect(failureOf({ URL: 'https://b.example' })).toEqual(['enter it again, as url changed'])
  expect(failureOf({ url: 'https://a.example', tls: { insecureSkipVerify: true } })).toEqual([
    'enter it again, as tlsConfig.serverName changed',
  ])
  expect(failureOf({ url: 'https://a.example', endpoint: 'https://b.example' })).toEqual([
    'enter it again, as endpoint changed',
  ])
})

test('a save says all that is wrong with all checks', () => {
  const spec = {
    http: [
      { name: 'a', url: 'ftp://a' },
      { name: 'b', url: 'http://b.example', test: { expr: 'code ==' } },
    ],
  }
  const read = readSpec(parts, { spec }, undefined)
  expect(read.ok ? [] : read.failure.map(({ path }) => path)).toEqual([
    'http[0].url',
    expect.stringMatching(/^http\[1\]\.test/),
  ])
})
