import { startHttpServer, startJsonServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectUrl } from '@binnacle/clients/object-storage/s3'
import { storeOf } from '@binnacle/clients/object-storage/s3-fields'
import { run } from './run.ts'
import { check } from './spec.ts'
import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'

const runS3 = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, { bucketName: bucket, objectPath: 'checks/one', ...keys, ...spec }, options)

test.each([
  [{}, 'https://b.s3.us-east-1.amazonaws.com/a%20b/c'],
  [{ region: 'eu-west-1', usePathStyle: true }, 'https://s3.eu-west-1.amazonaws.com/b/a%20b/c'],
  [{ endpoint: 'http://store.example:9000/' }, 'http://b.store.example:9000/a%20b/c'],
  [{ url: 'http://store.example/s3', usePathStyle: true }, 'http://store.example/s3/b/a%20b/c'],
  [{ endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/b/a%20b/c'],
  [{ endpoint: 'http://[::1]:9000' }, 'http://[::1]:9000/b/a%20b/c'],
])('the address of an object with %j', (spec, expected) => {
  expect(objectUrl(storeOf(spec), 'b', 'a b/c').href).toBe(expected)
})

describe('an object store', () => {
  let store: TestServer
  beforeAll(async () => {
    store = await startStore()
  })
  afterAll(() => store.stop())
  const at = (spec: Record<string, unknown> = {}) =>
    runS3({ endpoint: `http://127.0.0.1:${store.port}`, ...spec })

  test.each(['checks/one', "with space & (signs)!*'"])(
    'is listed, written to and read from, each with its time: %s',
    async (objectPath) => {
      const outcome = await at({ objectPath })
      expect(outcome).toMatchObject({
        state: 'healthy',
        message: `wrote and read ${objectPath}`,
        details: { code: 200 },
      })
      expect(Object.keys(Object(outcome.details?.['steps']))).toEqual(['list', 'write', 'read'])
    },
  )

  test('that refuses is unhealthy, in its words, and the key is shown nowhere', async () => {
    expect(await at({ bucketName: 'elsewhere' })).toMatchObject({
      state: 'unhealthy',
      error: expect.stringMatching(/^listing elsewhere: status 404, expected 200 to 299: NoSuchBucket: /),
      details: { code: 404, content: expect.stringContaining('NoSuchBucket') },
    })
    const wrong = await at({ secretKey: 'wr0ng-secret-key' })
    expect(wrong.error).toMatch(/status 403, expected 200 to 299: SignatureDoesNotMatch/)
    expect(JSON.stringify(wrong)).not.toContain('wr0ng-secret-key')
  })
})

test.each([
  ['something else', 1],
  ['an old object, however often it is asked', 1_234_567_890_123_456],
])('a store that gives back %s is unhealthy', async (_what, body) => {
  const forgetful = await startJsonServer({
    '/backups': { status: 200, body: {} },
    '/backups/checks/one': { status: 200, body },
  })
  const outcome = await runS3({ endpoint: `http://127.0.0.1:${forgetful.port}` })
  await forgetful.stop()
  expect(outcome).toMatchObject({
    state: 'unhealthy',
    error: expect.stringMatching(/^reading checks\/one: another content than was written \(\d+ bytes\)$/),
  })
})

test('another server is unhealthy and says at what, one that policy forbids unknown', async () => {
  const other = await startHttpServer()
  const endpoint = `http://127.0.0.1:${other.port}`
  const outcome = await runS3({ endpoint })
  const redirect = await runS3({ endpoint: `${endpoint}/redirect` })
  const hanging = await runS3({ endpoint: `${endpoint}/hang` }, { timeoutMilliseconds: 200 })
  await other.stop()
  expect(outcome.error).toBe('listing backups: status 404, expected 200 to 299: not found')
  expect(redirect.error).toMatch(/^listing backups: status 302, expected 200 to 299/)
  expect(hanging.error).toMatch(/^listing backups: .*timed out while waiting for the answer$/)
  expect(await runS3({ endpoint: 'http://127.0.0.1:1' }, { deny: new Set(['loopback']) })).toMatchObject({
    state: 'unknown',
  })
})
