import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { strToU8, zipSync } from 'fflate'
import { packTar, type TarEntry } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileAddress, showFileAddress } from './address.ts'
import { run } from './run.ts'
import { scraper } from './spec.ts'

const served = new Map<string, Uint8Array>()
const server = createServer((request, response) => {
  const found = served.get(URL.parse(request.url ?? '', 'http://test')?.pathname ?? '')
  response.statusCode = found === undefined ? 404 : 200
  response.end(found)
})
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
})
afterAll(() => new Promise((done) => server.close(done)))

const entry = (name: string, body: string | Uint8Array = '{"a": 1}', more: object = {}): TarEntry => ({
  header: { name, size: Buffer.byteLength(body), ...more },
  body,
})
const tarGz = async (...entries: TarEntry[]) => gzipSync(await packTar(entries))

/** Scrapes an archive under its own name. @returns items by their ids below the server, and the rest */
async function scrape(name: string, bytes: Uint8Array, rest = '', more: object = {}) {
  served.set(name, bytes)
  const url = `${origin}${name}${rest}`
  const found = await scrapeForTest(scraper, run, { url, ...more })
  return {
    items: found.flatMap((one) =>
      one.kind === 'item' ? [[one.externalId?.replace(origin, ''), one.config]] : [],
    ),
    faults: found.flatMap((one) => (one.kind === 'fault' ? [one.message] : [])),
    complete: found.some(({ kind }) => kind === 'complete'),
  }
}

test.each([
  [
    'https://host.example/a.tar.gz',
    { kind: 'web', url: 'https://host.example/a.tar.gz', folder: '', archive: 'tar.gz' },
  ],
  [
    'https://host.example/a.tgz//live/eu',
    { kind: 'web', url: 'https://host.example/a.tgz', folder: 'live/eu', archive: 'tar.gz' },
  ],
  [
    'https://host.example/get?id=1&archive=zip',
    { kind: 'web', url: 'https://host.example/get?id=1', folder: '', archive: 'zip' },
  ],
  [
    'https://github.com/owner/name/archive/main.zip//name-main',
    {
      kind: 'web',
      url: 'https://github.com/owner/name/archive/main.zip',
      folder: 'name-main',
      archive: 'zip',
    },
  ],
])('the address %s names an archive', (written, expected) => {
  expect(readFileAddress(written)).toEqual(expected)
})

test('an address of an archive is shown with the folder in it, and without its query', () => {
  const address = readFileAddress('https://host.example/a.tgz//live/eu?token=x')
  expect(address && showFileAddress(address)).toBe('https://host.example/a.tgz//live/eu')
})

test('archives give the files that are wanted, below a folder', async () => {
  const files = {
    'live/a.json': '{"name": "a"}',
    'live/deep/b.yaml': 'name: b',
    'live/c.txt': 'c',
    'old/d.json': '{}',
  }
  const packed = [
    ['/some.tar.gz', await tarGz(...Object.entries(files).map(([name, body]) => entry(name, body)))],
    ['/some.tar', await packTar(Object.entries(files).map(([name, body]) => entry(`./${name}`, body)))],
    [
      '/some.zip',
      zipSync(Object.fromEntries(Object.entries(files).map(([name, body]) => [name, strToU8(body)]))),
    ],
  ] as const
  for (const [name, bytes] of packed)
    expect(await scrape(name, bytes, '//live')).toEqual({
      items: [
        [`${name}//live/a.json`, { name: 'a' }],
        [`${name}//live/deep/b.yaml`, { name: 'b' }],
      ],
      faults: [],
      complete: true,
    })
})

test('entries that lead out of an archive are left out and said, and links are not followed', async () => {
  const outside = ['../a.json', '/etc/b.json', 'x/../../c.json', 'C:/d.json', 'e\\..\\f.json']
  const tar = await tarGz(
    ...outside.map((name) => entry(name)),
    entry('g.json'),
    entry('link.json', '', { type: 'symlink', linkname: '/etc/passwd', size: 0 }),
  )
  const zip = zipSync(Object.fromEntries([...outside, 'g.json'].map((name) => [name, strToU8('{"a": 1}')])))
  for (const [name, bytes] of [
    ['/out.tgz', tar],
    ['/out.zip', zip],
  ] as const) {
    const found = await scrape(name, bytes)
    expect(found).toMatchObject({ items: [[`${name}/g.json`, { a: 1 }]], complete: false })
    expect(found.faults).toHaveLength(outside.length)
    for (const fault of found.faults) expect(fault).toMatch(/the entry ".+" leads out of it and is left out/)
  }
})

test('an archive is bounded: in its ratio, in its entries, and in each file', async () => {
  const zeros = new Uint8Array(9 * 1_048_576)
  const bomb = Array.from({ length: 12 }, (_, index) => `z${index}.json`)
  const message = 'unpacks to more than 100 times its size'
  const tar = await tarGz(...bomb.map((name) => entry(name, zeros)))
  expect(await scrape('/bomb.tar.gz', tar)).toMatchObject({
    items: [],
    faults: [expect.stringContaining(message)],
    complete: false,
  })
  const zip = zipSync(Object.fromEntries(bomb.map((name) => [name, zeros])))
  expect((await scrape('/bomb.zip', zip)).faults).toEqual([expect.stringContaining(message)])
  const many = await tarGz(...Array.from({ length: 20_001 }, (_, index) => entry(`${index}.txt`, '')))
  expect((await scrape('/many.tgz', many)).faults).toEqual([
    expect.stringContaining('more than 20000 entries'),
  ])
  const large = zipSync(
    { 'large.json': new Uint8Array(10_485_761), 'small.json': strToU8('{"a": 1}') },
    { level: 0 },
  )
  expect(await scrape('/large.zip', large)).toEqual({
    items: [['/large.zip/small.json', { a: 1 }]],
    faults: ['large.zip: large.json has more than 10 MiB'],
    complete: false,
  })
})

test('half an archive, another kind and a page are faults', async () => {
  const tar = await tarGz(entry('a.json'), entry('b.json', Buffer.alloc(50_000, 'x')))
  const zip = zipSync({ 'a.json': strToU8('{"a": 1}') })
  for (const [name, bytes] of [
    ['/half.tar.gz', tar.subarray(0, tar.length / 2)],
    ['/half.tar', (await packTar([entry('a.json', Buffer.alloc(5_000, 'x'))])).subarray(0, 2_000)],
    ['/half.zip', zip.subarray(0, zip.length / 2)],
    ['/other.zip', tar],
    ['/other.tar.gz', zip],
  ] as const) {
    const found = await scrape(name, bytes)
    expect([name, found.complete, found.items]).toEqual([name, false, []])
    expect(found.faults).toEqual([
      expect.stringMatching(/it is not a complete (?:tar|tar\.gz|zip) archive: ./),
    ])
  }
  const page = await scrape('/page.zip', strToU8('<!doctype html><title>Sign in</title>'), '', {
    format: 'raw',
  })
  expect(page.faults).toEqual([
    expect.stringContaining('the answer is a page of HTML with the title "Sign in"'),
  ])
})
