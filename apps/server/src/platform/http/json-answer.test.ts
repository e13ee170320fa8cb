import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerJson } from './json-answer.ts'

const list = { rows: Array.from({ length: 100 }, (_, number) => ({ name: `naïve check ${number}` })) }
const server = new Hono()
  .get('/list', (context) => answerJson(context, list, 200))
  .get('/small', (context) => answerJson(context, { ok: true }, 201))

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
