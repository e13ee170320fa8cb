import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerJson, JsonText, streamJson } from './json-answer.ts'

const list = { rows: Array.from({ length: 100 }, (_, number) => ({ name: `naïve check ${number}` })) }
const server = new Hono()
  .get('/list', (context) => answerJson(context, list, 200, 1_000_000))
  .get('/small', (context) => answerJson(context, { ok: true }, 201, 1_000_000))

const ask = async (path: string, encodings?: string) =>
  server.request(path, encodings === undefined ? {} : { headers: { 'accept-encoding': encodings } })

test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.5'])(
  'a long answer is compressed for who takes %s',
  async (encodings) => {
    const answer = await ask('/list', encodings)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.byteLength).toBeLessThan(JSON.stringify(list).length / 4)
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(list)
  },
)

test.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip;q=0, identity'])(
  'it goes as it is to who takes %s',
  async (encodings) => {
    const answer = await ask('/list', encodings)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(await answer.json()).toEqual(list)
  },
)

test('a short answer goes as it is', async () => {
  const answer = await ask('/small', 'gzip')
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, null])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['a value', { text: 'x'.repeat(1_000) }],
  ['a text of characters with several bytes', { text: 'ß'.repeat(500) }],
  ['a JSON text', new JsonText(JSON.stringify('x'.repeat(1_000)))],
])('%s that is too large is refused', async (_what, value) => {
  const narrow = new Hono().get('/', (context) => answerJson(context, value, 200, 1_000))
  const errors: unknown[] = []
  narrow.onError((error, context) => {
    errors.push(error)
    return context.text('', 413)
  })
  expect((await narrow.request('/')).status).toBe(413)
  expect(errors).toMatchObject([{ code: 'ETOOLARGE' }])
  const wide = new Hono().get('/', (context) => answerJson(context, value, 200, 2_000))
  expect((await wide.request('/')).status).toBe(200)
})

test('an object that is sent in pieces is the same JSON, of any length', async () => {
  const long = {
    rows: Array.from({ length: 5_000 }, () => 'ß'.repeat(100)),
    none: undefined,
    list: [],
    number: 1,
  }
  const streams = new Hono()
    .get('/long', (context) => streamJson(context, long))
    .get('/empty', (context) => streamJson(context, {}))
  const answer = await streams.request('/long')
  const { none: _none, ...sent } = long
  expect(await answer.json()).toEqual(sent)
  expect(await (await streams.request('/empty')).json()).toEqual({})
})
