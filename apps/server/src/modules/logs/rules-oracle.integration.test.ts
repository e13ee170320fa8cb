import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let viewer: TestBrowser
let folder: string
let service: TestServer
const backends = new Map<string, string>()

const now = Date.now()
const SECRET = '4929804463622139'
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString()
/** The service gives these whatever it is asked for, and the plugin compares the words. */
const served = [
  { timestamp: at(10), message: `paid with ${SECRET} at noon`, labels: { card: SECRET, shop: 'north' } },
  { timestamp: at(20), message: `refused ${SECRET} again`, labels: { card: 'none', shop: 'south' } },
  { timestamp: at(30), message: 'closed', labels: { card: 'none', shop: 'north' } },
]
const scrub = [{ pattern: String.raw`\b\d{16}\b`, replace: 'CARD' }]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'))
  const texts = [
    ...Array.from({ length: 6_000 }, (_, index) => `${at(9_000 - index)} INFO tick ${index}`),
    `${at(40)} ERROR card ${SECRET} refused`,
    `${at(30)} INFO secret ${SECRET} dropped`,
    `${at(20)} INFO closed`,
  ]
  await writeFile(join(folder, 'shop.log'), `${texts.join('\n')}\n`)
  service = await listen(
    createServer((request, response) => {
      request.resume()
      response.end(JSON.stringify({ total: served.length, results: served }))
    }),
    0,
  )
  app = await startTestApp({ environment: { LOCAL_FOLDERS: folder } })
  const admin = await app.signedIn()
  viewer = (await app.person('viewer@example.com', ['viewer'])).browser
  const file = [{ paths: [`${folder}/*.log`], labels: { env: 'test' } }]
  const http = [{ url: `http://127.0.0.1:${service.port}` }]
  // Files of the machine are administrators' unless their readers are named.
  const readers = { roles: ['viewer'] }
  const specs = {
    file: { readers, file, scrub },
    http: { http, scrub },
    dropping: { readers, file, drop: [{ pattern: 'secret' }] },
    'dropping by condition': { http, drop: [{ when: 'line.message.contains("refused")' }] },
    'in two steps': {
      http,
      scrub: [
        { pattern: '\\d{16}', replace: '***' },
        { pattern: '\\*+', replace: 'x' },
      ],
    },
  }
  for (const [name, spec] of Object.entries(specs)) {
    const made = await admin.send('POST', '/api/logs/backends', { body: { name, spec } })
    backends.set(name, made.body.id)
  }
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, backend: string, body: object) =>
  viewer.send('POST', path, {
    // With fixed ends, as parts of a time before now shift between two requests.
    body: { backend: backends.get(backend), start: at(10_000), end: at(0), ...body },
  })

/** All that a viewer gets for a search: lines, total, cursors, notes, counts, and the file. */
async function answersOf(backend: string, query: string): Promise<unknown> {
  const search = async (limit: number) => (await ask('/api/logs', backend, { query, limit })).body
  const { counts, counted_from: from, notes } = (await ask('/api/logs/histogram', backend, { query })).body
  const file = await ask('/api/logs/download', backend, { query, format: 'json' })
  return { one: await search(1), many: await search(1_000), counts, from, notes, file: file.body }
}

const wrong = '4929804463622130'
/** Searches with a guess of the secret, or of a part of it. */
const guesses: readonly ((guess: string) => string)[] = [
  (guess) => guess,
  (guess) => guess.slice(-6),
  (guess) => `-${guess}`,
  (guess) => `-${guess.slice(-5)}`,
  (guess) => `"with ${guess}"`,
  (guess) => `closed ${guess}`,
  (guess) => `card=${guess}`,
  (guess) => `card!=${guess}`,
  (guess) => `-card=${guess}`,
]

describe('a text that rules replace', () => {
  test.each(['file', 'http', 'in two steps'])('is not found by asking for it: %s', async (backend) => {
    for (const query of guesses) {
      const right = await answersOf(backend, query(SECRET))
      expect([query(SECRET), right]).toEqual([query(SECRET), await answersOf(backend, query(wrong))])
      expect(JSON.stringify(right)).not.toContain(SECRET)
    }
  })

  test('is found by what people see in its place, in messages and in labels', async () => {
    const found = async (backend: string, query: string): Promise<string[]> =>
      (await ask('/api/logs', backend, { query })).body.results.map(
        (line: { message: string }) => line.message,
      )
    expect(await found('http', 'CARD')).toEqual(['paid with CARD at noon', 'refused CARD again'])
    expect(await found('http', 'card=CARD')).toEqual(['paid with CARD at noon'])
    expect(await found('http', 'card!=CARD')).toEqual(['refused CARD again', 'closed'])
    expect(await found('http', 'shop=north -CARD')).toEqual(['closed'])
    expect(await found('in two steps', 'card=x')).toEqual(['paid with x at noon'])
    expect(await found('file', '"card CARD"')).toEqual([expect.stringContaining('ERROR card CARD refused')])
    expect(await found('file', 'env=test closed')).toHaveLength(1)
  })

  test('is not in the ids of lines as a digest, which could be tried', async () => {
    const [line] = (await ask('/api/logs', 'http', {})).body.results
    const [raw] = served
    const digest = createHash('sha256')
      .update(`${Date.parse(raw?.timestamp ?? '')}${raw?.message}${JSON.stringify(raw?.labels)}`)
      .digest('base64url')
    expect(line.id).not.toBe('')
    expect(digest).not.toContain(line.id.slice(0, 16))
    // The id leads to the line nevertheless.
    const around = await ask('/api/logs/context', 'http', {
      line,
      before: 2,
      after: 2,
      start: undefined,
      end: undefined,
    })
    expect(around.body.line).toEqual(line)
    expect(around.body.before.map(({ message }: { message: string }) => message)).toEqual(
      ['closed', 'refused CARD again'].slice(line.labels.shop === 'north' ? 0 : 1),
    )
  })

  test('pages of a search have every line once', async () => {
    const found: string[] = []
    let cursor
    do {
      const { body } = await ask('/api/logs', 'file', { query: 'tick', limit: 1_700, cursor })
      found.push(...body.results.map(({ message }: { message: string }) => message))
      cursor = body.cursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(found).size).toBe(6_000)
    expect(found).toHaveLength(6_000)
  })

  test('is not found in new lines either', async () => {
    const cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const lines: string[] = []
    const query = encodeURIComponent(`-${SECRET}`)
    const answer = await fetch(`${app.url}/api/logs/tail?backend=${backends.get('file')}&query=${query}`, {
      headers: { cookie },
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    let count = 0
    while (!(text.includes('tail with') && text.includes('tail without'))) {
      const time = new Date().toISOString()
      await appendFile(
        join(folder, 'shop.log'),
        `${time} tail with ${SECRET} ${count}\n${time} tail without\n`,
      )
      count += 1
      const read = await reader?.read()
      if (read?.done !== false) break
      text += read.value
      lines.push(read.value)
    }
    await reader?.cancel()
    // A line with the excluded digits comes as others do, because nobody may know of them.
    expect(text).toContain('tail with CARD')
    expect(text).not.toContain(SECRET)
  })
})

describe('lines that rules leave out', () => {
  test.each([
    ['dropping', [`secret ${SECRET}`, SECRET.slice(0, 5), 'dropped'], 'secret 4000'],
    ['dropping by condition', ['refused', `refused ${SECRET}`, 'again'], 'refused 4000'],
  ])('are in no total, count, cursor or note: %s', async (backend, hidden, nothing) => {
    // Only lines that are left out have all of these words.
    for (const query of hidden.map((word) => `${word} -paid -ERROR -tail`)) {
      const { one, many, counts, file } = Object.assign(
        { one: {}, many: {}, counts: [], file: '' },
        await answersOf(backend, query),
      )
      expect([query, one, many]).toEqual([query, ...Array.from({ length: 2 }, () => empty)])
      expect(counts.every((count) => count === 0)).toBe(true)
      expect(file).not.toContain(SECRET)
    }
    expect(await answersOf(backend, nothing)).toMatchObject({ one: empty, many: empty })
  })
})

const empty = { total: 0, results: [], cursor: null, notes: [] }
