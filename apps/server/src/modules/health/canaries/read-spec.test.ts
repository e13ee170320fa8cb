import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { loadCheckTypes } from '../canary-spec/check-types.ts'
import { readWrittenSpec } from '../../../platform/specs/read-spec.ts'
import { sealSpec } from '../../../platform/specs/stored-spec.ts'
import { specParser } from './read-spec.ts'

const secrets = createSecrets('a secret key of more than 32 characters')
const types = await loadCheckTypes()
const tasks = createTaskPool()
afterAll(() => tasks.close())
const parser = specParser({ types, parser: createCanaryParser(types, tasks) })
const dependencies = { parser, secrets, plural: 'canaries' }

const stored = {
  http: [{ name: 'a', url: 'https://a.example', password: 'pass-a', tlsConfig: { serverName: 'a' } }],
}
const readAgain = (check: Record<string, unknown>) =>
  readWrittenSpec(
    dependencies,
    { spec: { http: [{ name: 'a', ...check }] } },
    { spec: sealSpec(types, secrets, stored) },
  )

test('a stored secret stays where its address is written under another name', async () => {
  const read = await readAgain({ Endpoint: 'https://a.example/x', password: '***', tls: { serverName: 'a' } })
  expect(read).toMatchObject({
    ok: true,
    value: { input: { http: [{ url: 'https://a.example/x', password: 'pass-a' }] } },
  })
})

test('another name of a field does not lead a stored secret elsewhere', async () => {
  const failureOf = async (check: Record<string, unknown>) => {
    const read = await readAgain({ password: '***', tls: { serverName: 'a' }, ...check })
    return read.ok ? undefined : read.failure.map(({ message }) => message)
  }
  expect(await failureOf({ endpoint: 'https://b.example' })).toEqual(['enter it again, as url changed'])
  expect(await failureOf({ URL: 'https://b.example' })).toEqual(['enter it again, as url changed'])
  expect(await failureOf({ url: 'https://a.example', tls: { insecureSkipVerify: true } })).toEqual([
    'enter it again, as tlsConfig.serverName changed',
  ])
  expect(await failureOf({ url: 'https://a.example', endpoint: 'https://b.example' })).toEqual([
    'enter it again, as endpoint changed',
  ])
})

test('a save says all that is wrong with all checks', async () => {
  const spec = {
    http: [
      { name: 'a', url: 'ftp://a' },
      { name: 'b', url: 'http://b.example', test: { expr: 'code ==' } },
    ],
  }
  const read = await readWrittenSpec(dependencies, { spec }, undefined)
  expect(read.ok ? [] : read.failure.map(({ path }) => path)).toEqual([
    'http[0].url',
    expect.stringMatching(/^http\[1\]\.test/),
  ])
})

test('a spec that is sent as a value has at most ten thousand values and keys', async () => {
  // Eleven values and keys each.
  const tcp = Array.from({ length: 1_000 }, (_, number) => ({
    name: `n${number}`,
    endpoint: '127.0.0.1:1',
    description: 'd',
    labels: { a: 'b' },
  }))
  const failureOf = async (count: number) => {
    const read = await readWrittenSpec(dependencies, { spec: { tcp: tcp.slice(0, count) } }, undefined)
    return read.ok ? undefined : read.failure
  }
  expect(await failureOf(900)).toBeUndefined()
  expect(await failureOf(1_000)).toEqual([
    {
      path: '',
      message: 'The spec has more than 10000 values and keys: split it into several canaries',
    },
  ])
})
