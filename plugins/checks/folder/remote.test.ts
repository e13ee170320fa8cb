import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { succeed } from '@binnacle/contract/core'
import type { CommandRunner } from '@binnacle/plugin-kit/core'
import {
  closedPort,
  freePort,
  listen,
  makeFolder,
  missingSsh,
  PROGRAM_START_MILLISECONDS,
  type SshServer as OpenSsh,
  startSshServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { contextForTest, runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { utils, Server as SshServer } from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askStore, objectUrl } from '@binnacle/clients/object-storage/s3'
import { storeOf } from '@binnacle/clients/object-storage/s3-fields'
import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'
import { readListing, readSmbPath } from './places/smb.ts'
import { run } from './run.ts'
import { check } from './spec.ts'
import { missingSmb, smbUser, startSmb } from './targets.ts'

const look = (spec: Record<string, unknown>, options?: RunForTestOptions) =>
  runForTest(check, run, spec, options)

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
  await mkdir(join(folder.path, 'old'))
  await writeFile(join(folder.path, 'two words.gz'), 'twelve bytes')
  await writeFile(join(folder.path, 'old/b.gz'), 'b')
  await symlink('two words.gz', join(folder.path, 'link.gz'))
  await symlink('.', join(folder.path, 'circle'))
  const changed = new Date('2026-03-09T10:30:00Z')
  await utimes(join(folder.path, 'two words.gz'), changed, changed)
})
afterAll(() => folder.remove())

describe.skipIf(missingSsh !== undefined)('a folder over SFTP', () => {
  let server: OpenSsh
  beforeAll(async () => {
    server = await startSshServer()
  }, PROGRAM_START_MILLISECONDS)
  afterAll(() => server.stop())
  const at = (path = folder.path, connection: Record<string, unknown> = {}) => ({
    path,
    sftpConnection: {
      host: '127.0.0.1',
      port: server.port,
      username: server.username,
      privateKey: { value: server.privateKey },
      ...connection,
    },
  })

  test('gives its files, its space, the key of the server and the time of each phase', async () => {
    const outcome = await look({ ...at(), availableSize: '1kb' })
    expect(outcome).toMatchObject({
      state: 'healthy',
      message: '2 files',
      details: {
        hostKey: server.hostKey,
        results: {
          oldest: {
            name: expect.any(String),
            size: 12,
            modified: '2026-03-09T10:30:00.000Z',
            mode: '-rw-r--r--',
          },
        },
      },
    })
    expect(Object.keys(Object(outcome.details?.['timings']))).toEqual([
      'name',
      'connect',
      'signing in',
      'listing files',
    ])
  })

  test('is searched by patterns and with the folders in it', async () => {
    expect(await look(at(`${folder.path}/*/*.gz`))).toMatchObject({ message: '1 file' })
    expect(await look({ ...at(), recursive: true })).toMatchObject({ message: '3 files' })
    expect(await look({ ...at(`${folder.path}/missing`), minCount: 1 })).toMatchObject({
      error: '0 files, expected at least 1',
    })
  })

  test('is not looked at where the server is another one', async () => {
    expect(await look(at(folder.path, { hostKey: server.hostKey }))).toMatchObject({ state: 'healthy' })
    const other = `SHA256:${'A'.repeat(43)}`
    const outcome = await look(at(folder.path, { hostKey: other }))
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toContain(`the server shows the key ${server.hostKey}, expected ${other}`)
  })

  test('is refused with a wrong key, in words', async () => {
    const { private: privateKey } = utils.generateKeyPairSync('ed25519')
    const outcome = await look(at(folder.path, { privateKey }))
    expect(outcome.error).toMatch(/failed while signing in: All configured authentication methods failed/)
    expect((await look(at(folder.path, { privateKey: 'no key' }))).error).toContain('Cannot parse privateKey')
  })
})

test('a password is given to an SSH server that asks for one, in either way', async () => {
  const seen: string[] = []
  const server = new SshServer({ hostKeys: [utils.generateKeyPairSync('ed25519').private] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password') {
        seen.push(`${attempt.username}:${attempt.password}`)
        attempt.reject(['keyboard-interactive'])
      } else if (attempt.method === 'keyboard-interactive')
        attempt.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
          seen.push(`asked:${answers.join()}`)
          attempt.reject()
        })
      else attempt.reject(['password'])
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const sftpConnection = {
    host: '127.0.0.1',
    port,
    auth: { username: { value: 'me' }, password: { value: 'open sesame' } },
  }
  const outcome = await look({ path: '/', sftpConnection })
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(seen).toEqual(['me:open sesame', 'asked:open sesame'])
  expect(outcome.state).toBe('unhealthy')
  expect(JSON.stringify(outcome)).not.toContain('open sesame')
})

describe('a folder in an object store', () => {
  let store: TestServer
  const at = (spec: Record<string, unknown>) => ({
    awsConnection: { endpoint: `http://127.0.0.1:${store.port}`, ...keys },
    ...spec,
  })
  beforeAll(async () => {
    store = await startStore()
    const there = storeOf({ endpoint: `http://127.0.0.1:${store.port}`, ...keys })
    const context = contextForTest()
    for (const key of ['nightly/one two.gz', 'nightly/2.gz', 'nightly/old/3.gz', 'other.txt']) {
      const url = objectUrl(there, bucket, key)
      const written = await askStore(
        there,
        { purpose: 'writing', method: 'PUT', url, body: 'sixteen letters.' },
        context,
      )
      if (!written.ok) throw new Error(written.failure.error)
    }
  })
  afterAll(() => store.stop())

  test.each([
    [{ path: `s3://${bucket}` }, 4],
    [{ path: `s3://${bucket}`, recursive: false }, 1],
    [{ path: `s3://${bucket}`, filter: { regex: 'nightly/(.*)/3.gz$' } }, 1],
    [{ path: `s3://${bucket}/nightly` }, 3],
    [{ path: `s3://${bucket}/nightly`, recursive: false }, 2],
    [{ path: `s3://${bucket}/nightly`, filter: { regex: '^nightly/old/' } }, 1],
    [{ path: `s3://${bucket}/nightly`, filter: { regex: '^old/' } }, 1],
    [{ path: `s3://${bucket}/night` }, 3],
    [{ path: `s3://${bucket}/nightly/`, recursive: true }, 3],
    [{ path: `s3://${bucket}/**/*.gz` }, 3],
    [{ path: `s3://${bucket}/nightly/*/*` }, 1],
    [{ path: `s3://${bucket}/elsewhere` }, 0],
  ])('%j has %i files', async (spec, count) => {
    expect(await look(at(spec))).toMatchObject({
      state: 'healthy',
      details: { results: { count, size: count * 16 }, code: 200 },
    })
  })

  test('says so where its filter matches no object', async () => {
    const filter = { regex: '[.]sql$' }
    expect(await look(at({ path: `s3://${bucket}/nightly`, filter, maxAge: '7d' }))).toMatchObject({
      state: 'healthy',
      message: '0 files: the filter matches none of 3 files',
    })
    expect(await look(at({ path: `s3://${bucket}/nightly`, filter, minCount: 1 }))).toMatchObject({
      error: '0 files: the filter matches none of 3 files, expected at least 1',
    })
  })

  test('cannot say how much space there is', async () => {
    expect(await look(at({ path: `s3://${bucket}`, availableSize: '1kb' }))).toMatchObject({
      state: 'unknown',
      error: 'this folder cannot say how much space there is',
    })
  })

  test('that is not there is unhealthy, in the words of the store', async () => {
    expect((await look(at({ path: 's3://elsewhere' }))).error).toMatch(
      /^listing elsewhere: status 404.*NoSuchBucket/,
    )
  })
})

/** A page of a list of objects (Amazon S3's "API reference", ListObjectsV2). */
function page(keys: readonly string[], next?: string): string {
  const contents = keys.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-03-09T10:30:00.000Z</LastModified><ETag>"x"</ETag><Size>16</Size></Contents>`,
  )
  const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`
}

test('a long list of objects is read page by page, also without keys of access', async () => {
  const requests: string[] = []
  const server = await listen(
    createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`)
      const isSecond = request.url?.includes('continuation-token') === true
      response.end(isSecond ? page(['003']) : page(['001', '002'], 'a/b+c='))
    }),
    0,
  )
  const outcome = await look({
    path: 's3://b',
    awsConnection: { endpoint: `http://127.0.0.1:${server.port}` },
  })
  await server.stop()
  expect(outcome).toMatchObject({ state: 'healthy', message: '3 files' })
  expect(requests).toEqual(['/b?list-type=2 nobody', '/b?list-type=2&continuation-token=a%2Fb%2Bc%3D nobody'])
})

describe('a folder of a share', () => {
  test.each([
    [
      { path: 'smb://files.example/backups/a b/c' },
      { host: 'files.example', port: 445, share: 'backups', path: 'a b/c' },
    ],
    [
      { path: String.raw`\\files.example\backups\a` },
      { host: 'files.example', port: 445, share: 'backups', path: 'a' },
    ],
    [
      { path: '/a/', smbConnection: { host: 'files.example', port: 4_450, sharename: 'backups' } },
      { host: 'files.example', port: 4_450, share: 'backups', path: 'a' },
    ],
    [{ path: 'smb://files.example' }, undefined],
  ])('%j is read', (spec, expected) => {
    expect(readSmbPath(check.schema.parse({ name: 'x', ...spec }))).toEqual(expected)
  })

  test('the list of the program is read, names with spaces too', () => {
    const output = String.raw`  .                                   D        0  Sat Nov 21 14:41:38 2026
  a  file.txt                         N        3  Sat Nov  7 04:41:38 2026
  sub                                 D        0  Sat Nov 21 14:41:38 2026

\nightly\sub
  .                                   D        0  Sat Nov 21 14:41:38 2026
  b.gz                               AN        2  Sat Nov 21 14:41:38 2026

		264212084 blocks of size 1024. 78999552 blocks available
`
    expect(readListing(output, 'nightly')).toEqual({
      files: [
        { name: 'a  file.txt', size: 3, modified: new Date('2026-11-07T04:41:38Z') },
        { name: 'sub/b.gz', size: 2, modified: new Date('2026-11-21T14:41:38Z') },
      ],
      changed: new Date('2026-11-21T14:41:38Z'),
      space: { total: 264_212_084 * 1_024, available: 78_999_552 * 1_024 },
    })
  })

  /** Starts programs as they are: what the product's own runner adds is tested there. */
  const commands: CommandRunner = {
    run: ({ file, arguments: args, environment }) =>
      new Promise((resolve) => {
        const env = { PATH: process.env['PATH'], ...environment }
        execFile(file, args, { env }, (error, stdout, stderr) =>
          resolve(succeed({ exitCode: error === null ? 0 : 1, signal: null, stdout, stderr })),
        )
      }),
  }

  describe.skipIf(missingSmb !== undefined)('of Samba', () => {
    let server: TestServer
    let shared: Awaited<ReturnType<typeof makeFolder>>
    beforeAll(async () => {
      shared = await makeFolder()
      await cp(folder.path, shared.path, {
        recursive: true,
        preserveTimestamps: true,
        // Samba shows what a link leads to, so that a circle has no end.
        filter: (source) => !source.endsWith('circle'),
      })
      server = await startSmb(shared.path)
    }, PROGRAM_START_MILLISECONDS)
    afterAll(async () => {
      await server.stop()
      await shared.remove()
    })
    const at = (path: string, spec: Record<string, unknown> = {}, connection: Record<string, unknown> = {}) =>
      look(
        {
          path: `smb://127.0.0.1${path}`,
          smbConnection: { port: server.port, ...smbUser, ...connection },
          ...spec,
        },
        { commands },
      )

    test('gives its files and its space', async () => {
      const outcome = await at('/backups', { availableSize: '1kb', filter: { regex: 'words' } })
      expect(outcome).toMatchObject({
        state: 'healthy',
        details: {
          results: { oldest: { name: 'two words.gz', size: 12, modified: '2026-03-09T10:30:00.000Z' } },
          address: '127.0.0.1',
        },
      })
    })

    test('is searched by patterns and with the folders in it', async () => {
      expect(await at('/backups/old')).toMatchObject({ message: '1 file' })
      expect(await at('/backups/*/*.gz')).toMatchObject({ message: '1 file' })
      expect(await at('/backups/missing', { minCount: 1 })).toMatchObject({
        error: '0 files, expected at least 1',
      })
    })

    test('is refused in words, and the password is shown nowhere', async () => {
      const wrong = await at('/backups', {}, { password: 'wr0ng-password' })
      expect(wrong).toMatchObject({
        state: 'unhealthy',
        error: '127.0.0.1: session setup failed: NT_STATUS_LOGON_FAILURE',
      })
      expect(JSON.stringify(wrong)).not.toContain('wr0ng-password')
      expect((await at('/elsewhere')).error).toContain('NT_STATUS_BAD_NETWORK_NAME')
      expect((await at('/backups', {}, { port: await closedPort() })).error).toContain(
        'NT_STATUS_CONNECTION_REFUSED',
      )
    })
  })

  test('where the program is missing, or policy forbids the way, nothing is known', async () => {
    const denied = { deny: new Set(['loopback'] as const), commands }
    expect(await look({ path: 'smb://127.0.0.1/backups' }, denied)).toMatchObject({ state: 'unknown' })
    const missing: CommandRunner = {
      run: async () => ({ ok: false, failure: { code: 'missing', message: '', stdout: '', stderr: '' } }),
    }
    expect((await look({ path: 'smb://127.0.0.1/backups' }, { commands: missing })).error).toContain(
      'Debian: smbclient',
    )
  })
})
