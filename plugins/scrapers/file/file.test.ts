import { askStore, objectUrl } from '@binnacle/clients/object-storage/s3'
import { storeOf } from '@binnacle/clients/object-storage/s3-fields'
import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { closedPort, makeFolder, startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { contextForTest, scrapeForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileAddress, readFileAddress, showFileAddress } from './address.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'

const scrape = (spec: Record<string, unknown>) => scrapeForTest(scraper, run, spec)

describe('an address', () => {
  const git = (more: object) => ({ kind: 'git', folder: '', ref: undefined, ...more })
  test.each<[string, object, string]>([
    ['/etc/app', { kind: 'local', path: '/etc/app' }, '/etc/app'],
    ['file:///etc/app', { kind: 'local', path: '/etc/app' }, '/etc/app'],
    [
      'git::https://git.example/a/b.git//live?ref=v1',
      git({ repository: 'https://git.example/a/b.git', folder: 'live', ref: 'v1' }),
      'https://git.example/a/b.git//live',
    ],
    [
      'github.com/owner/name//live/eu?ref=main',
      git({ repository: 'github.com/owner/name', folder: 'live/eu', ref: 'main' }),
      'https://github.com/owner/name//live/eu',
    ],
    [
      'github.com/owner/name/live',
      git({ repository: 'github.com/owner/name', folder: 'live' }),
      'https://github.com/owner/name//live',
    ],
    [
      'git@git.example:a/b.git',
      git({ repository: 'git@git.example:a/b.git' }),
      'ssh://git.example:22/a/b.git',
    ],
    [
      'git::ssh://git@git.example:2222/a/b.git',
      git({ repository: 'ssh://git@git.example:2222/a/b.git' }),
      'ssh://git.example:2222/a/b.git',
    ],
    ['s3://bucket/live', { kind: 's3', bucket: 'bucket', prefix: 'live' }, 's3://bucket/live'],
    [
      's3::https://s3.amazonaws.com/bucket/live',
      { kind: 's3', bucket: 'bucket', prefix: 'live' },
      's3://bucket/live',
    ],
    [
      's3::http://127.0.0.1:9000/bucket/live',
      { kind: 's3', bucket: 'bucket', prefix: 'live', endpoint: 'http://127.0.0.1:9000' },
      's3://bucket/live',
    ],
    ['bucket.s3.amazonaws.com/live', { kind: 's3', bucket: 'bucket', prefix: 'live' }, 's3://bucket/live'],
    [
      'gcs::https://www.googleapis.com/storage/v1/bucket/live',
      { kind: 'gcs', bucket: 'bucket', prefix: 'live' },
      'gcs://bucket/live',
    ],
    ['gs://bucket', { kind: 'gcs', bucket: 'bucket', prefix: '' }, 'gcs://bucket/'],
    ['gs://bucket/100%', { kind: 'gcs', bucket: 'bucket', prefix: '100%' }, 'gcs://bucket/100%'],
    ['s3://bucket/%E0', { kind: 's3', bucket: 'bucket', prefix: '%E0' }, 's3://bucket/%E0'],
    ['file:///srv/100%', { kind: 'local', path: '/srv/100%' }, '/srv/100%'],
    [
      'https://shop.example/a.zip//100%',
      { kind: 'web', url: 'https://shop.example/a.zip', folder: '100%', archive: 'zip' },
      'https://shop.example/a.zip//100%',
    ],
    [
      'https://shop.example/a.json?token=x',
      { kind: 'web', url: 'https://shop.example/a.json?token=x' },
      'https://shop.example/a.json',
    ],
  ])('%s is read as go-getter reads it', (written, address, shown) => {
    const found: FileAddress | undefined = readFileAddress(written)
    expect(found).toMatchObject(address)
    expect(found === undefined ? undefined : showFileAddress(found)).toBe(shown)
  })

  test.each(['etc/app', '../app', 'git::/etc', 'git::ext::sh -c id', 'ftp://host/a', 'hg::http://host/a'])(
    '%s is not valid',
    (written) => {
      expect(scraper.schema.safeParse({ url: written }).error?.issues[0]?.message).toContain(
        'is not an address of files',
      )
    },
  )

  test('holds no account, and paths stay below it', () => {
    const problems = (spec: object) =>
      scraper.schema.safeParse(spec).error?.issues.map(({ message }) => message)
    expect(problems({ url: 'https://me:secret@shop.example/a' })?.[0]).toContain(
      'put the username and password',
    )
    expect(problems({ url: '/etc', paths: ['../*.json'] })?.[0]).toContain(
      'leave "/" at the start and ".." out',
    )
    expect(problems({})).toEqual(['This field is required'])
  })
})

describe('a folder', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  beforeAll(async () => {
    folder = await makeFolder()
    const files: Record<string, string> = {
      'a.json': '{"name": "a", "size": 1.10}',
      'live/b.yaml': 'name: b\n---\nname: c\n---\n',
      'live/drafts/d.yml': 'name: d',
      'notes.txt': 'text',
      'app.properties': "a = 1 # one\nb.c='x # y'\n# no\n",
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder.path, path)), { recursive: true })
      await writeFile(join(folder.path, path), text)
    }
  })
  afterAll(() => folder.remove())

  test('gives the documents of its files of JSON and YAML, and is seen whole', async () => {
    const found = await scrape({ url: folder.path, ignore: ['**/drafts/**'], icon: 'cog' })
    const at = (path: string) => join(folder.path, path)
    const item = (config: object, path: string, name: string, source: string) => ({
      kind: 'item',
      type: 'File',
      icon: 'cog',
      config,
      externalId: at(path),
      name,
      source: at(source),
    })
    expect(found).toEqual([
      item({ name: 'a', size: 1.1 }, 'a.json', 'a.json', 'a.json'),
      item({ name: 'b' }, 'live/b.yaml#1', 'b.yaml#1', 'live/b.yaml'),
      item({ name: 'c' }, 'live/b.yaml#2', 'b.yaml#2', 'live/b.yaml'),
      { kind: 'complete' },
    ])
  })

  test('gives what paths and format say', async () => {
    const configs = async (spec: object) =>
      (await scrape({ url: folder.path, ...spec })).flatMap((one) =>
        one.kind === 'item' ? [one.config] : [],
      )
    expect(await configs({ paths: ['*.properties'] })).toEqual([{ a: '1', 'b.c': 'x # y' }])
    expect(await configs({ paths: ['*.txt'] })).toEqual(['text'])
    expect(await configs({ paths: ['a.json'], format: 'raw' })).toEqual(['{"name": "a", "size": 1.10}'])
    expect(await configs({ paths: ['live/**/*.{yml,yaml}'] })).toHaveLength(3)
    expect(await configs({ url: join(folder.path, 'a.json') })).toEqual([{ name: 'a', size: 1.1 }])
  })

  test('that is not there is a fault; one without such files is empty', async () => {
    expect(await scrape({ url: join(folder.path, 'none') })).toEqual([
      { kind: 'fault', message: `${join(folder.path, 'none')}: it does not exist` },
    ])
    expect(await scrape({ url: folder.path, paths: ['*.xml'] })).toEqual([{ kind: 'complete' }])
  })

  test('links to other folders are not followed', async () => {
    const place = await makeFolder()
    await symlink(folder.path, join(place.path, 'elsewhere'))
    await writeFile(join(place.path, 'own.json'), '{}')
    const found = await scrape({ url: place.path })
    await place.remove()
    expect(found.map(({ kind }) => kind)).toEqual(['item', 'complete'])
  })

  test.each([
    ['half of a document', 'x.json', '{"name": "a', /x\.json is not JSON: /],
    ['nesting without end', 'x.json', '['.repeat(5_000), /more than 1000 levels/],
    [
      'YAML that multiplies',
      'x.yaml',
      `a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n${'bcdefghi'
        .split('')
        .map((name, index) => {
          const before = 'abcdefgh'[index]
          return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
        })
        .join('\n')}`,
      /aliases stand for more than 100000 values/,
    ],
    ['bytes that are no text', 'x.json', Buffer.from([0xff, 0xfe, 0x00]), /x\.json is not text/],
  ])('%s is a fault, and the other files are read', async (_name, path, content, message) => {
    const place = await makeFolder()
    await writeFile(join(place.path, path), content)
    await writeFile(join(place.path, 'y.json'), '{"name": "y"}')
    const found = await scrape({ url: place.path })
    await place.remove()
    expect(found).toEqual([
      { kind: 'fault', message: expect.stringMatching(message) },
      expect.objectContaining({ kind: 'item', name: 'y.json' }),
    ])
  })
})

describe('a web server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startHttpServer()
  })
  afterAll(() => server.stop())
  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`

  test.each([
    ['a status', '/status?code=503', /status 503, expected 200 to 299: code 503$/],
    ['half of an answer', '/stall', /timed out while reading the answer|no answer in time/],
    ['an answer without end', '/flood', /the answer has more than 10 MiB$/],
    [
      'a page of HTML',
      `/say/a.json?type=text/html&body=${encodeURIComponent('<html><title>Sign in</title></html>')}`,
      /status 200, but the answer is a page of HTML with the title "Sign in"/,
    ],
    ['a closed connection', '/drop', /closed the connection/],
  ])('that gives %s is a fault', async (_name, path, message) => {
    const found = await scrapeForTest(scraper, run, { url: at(path) }, { timeoutMilliseconds: 3_000 })
    expect(found).toEqual([{ kind: 'fault', message: expect.stringMatching(message) }])
  })

  test('that is not there is a fault', async () => {
    const [found] = await scrape({ url: `http://127.0.0.1:${await closedPort()}/a.json` })
    expect(found).toMatchObject({ kind: 'fault', message: expect.stringContaining('connection refused') })
  })
})

test('a stored connection of git fills address, branch and account; another server gets no account', () => {
  const [use] = scraper.connections ?? []
  const connection = {
    name: 'settings',
    namespace: 'default',
    type: 'git',
    url: 'https://git.example/settings.git',
    password: 'token',
    insecureTls: false,
    properties: { ref: 'main' },
  }
  const fill = (written: object) =>
    use?.fill({ connection: 'connection://settings', ...written }, connection, {})
  expect(fill({})).toEqual({
    ok: true,
    value: { url: 'git::https://git.example/settings.git?ref=main', password: 'token' },
  })
  const elsewhere = 'git::https://other.example/settings.git//live'
  expect(fill({ url: elsewhere })).toEqual({ ok: true, value: { url: elsewhere } })
  const bucket = { ...connection, type: 's3', username: 'key', properties: { bucket: 'backups' } }
  expect(
    use?.fill({ connection: 'connection://backups' }, { ...bucket, url: 'https://s3.example' }, {}),
  ).toEqual({
    ok: true,
    value: {
      url: 's3://backups/',
      awsConnection: { endpoint: 'https://s3.example', accessKey: 'key', secretKey: 'token' },
    },
  })
})

test('a bucket gives the objects below its prefix; one with a wrong key is a fault', async () => {
  const store = await startStore()
  const endpoint = `http://127.0.0.1:${store.port}`
  const account = { endpoint, ...keys }
  const context = contextForTest()
  for (const [key, body] of Object.entries({
    'live/a b.json': '{"name": "a"}',
    'live/deep/b.yaml': 'name: b',
    'live/notes.txt': 'text',
    'livelier/c.json': '{"name": "c"}',
  })) {
    const request = { purpose: key, method: 'PUT', body } as const
    await askStore(storeOf(account), { ...request, url: objectUrl(storeOf(account), bucket, key) }, context)
  }
  const found = await scrape({ url: `s3://${bucket}/live`, awsConnection: account })
  const one = await scrape({ url: `s3::${endpoint}/${bucket}/livelier/c.json`, awsConnection: keys })
  const refused = await scrape({
    url: `s3://${bucket}/live`,
    awsConnection: { ...account, secretKey: 'wrong' },
  })
  await store.stop()
  expect(found).toEqual([
    expect.objectContaining({ config: { name: 'a' }, externalId: `s3://${bucket}/live/a b.json` }),
    expect.objectContaining({ config: { name: 'b' }, externalId: `s3://${bucket}/live/deep/b.yaml` }),
    { kind: 'complete' },
  ])
  expect(one).toEqual([
    expect.objectContaining({ config: { name: 'c' }, name: 'c.json' }),
    { kind: 'complete' },
  ])
  expect(refused).toEqual([{ kind: 'fault', message: expect.stringContaining('SignatureDoesNotMatch') }])
})
