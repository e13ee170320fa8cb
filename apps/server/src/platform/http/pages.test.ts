import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPages } from './pages.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(100)
let root = ''
let server: Hono
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'binnacle-pages-'))
  await mkdir(join(root, 'assets'))
  await writeFile(
    join(root, 'index.html'),
    '<script nonce="{{nonce}}"></script><!--frame--><i></i><!--/frame--><p></p><!--frame--><b></b>\n<!--/frame-->',
  )
  await writeFile(join(root, 'mark.svg'), '<svg/>')
  await writeFile(join(root, 'push-worker.js'), 'self.addEventListener("push", () => {})')
  const script = join(root, 'assets', 'index-Dp0AAj_o.js')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  const pages = await createPages(root, ({ req }) => req.header('cookie') !== undefined)
  server = new Hono().use('*', pages.files).get('*', (context) => pages.page(context))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const ask = async (path: string, encodings?: string) =>
  server.request(path, encodings === undefined ? {} : { headers: { 'accept-encoding': encodings } })

test.each([
  ['gzip, deflate, br, zstd', 'br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['br', 'br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip, deflate', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ['deflate', null, (bytes: Buffer) => bytes],
  ['br;q=0', null, (bytes: Buffer) => bytes],
  [undefined, null, (bytes: Buffer) => bytes],
])('to a browser that takes %s a script goes as %s', async (accepted, encoding, open) => {
  const answer = await ask('/assets/index-Dp0AAj_o.js', accepted)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength))
  expect(open(bytes).toString()).toBe(SCRIPT)
  // What is kept on the way must not reach one that takes something else.
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
})

test('files with a digest in their name are kept for good, others are asked for again, the page is never kept', async () => {
  const kept = async (path: string) => (await ask(path, 'br')).headers.get('cache-control')
  expect(await kept('/assets/index-Dp0AAj_o.js')).toBe('public, max-age=31536000, immutable')
  expect(await kept('/mark.svg')).toBe('no-cache')
  expect(await kept('/health')).toBe('no-store')
})

test('a file that there is not is not kept', async () => {
  const answer = await ask('/assets/index-other.js', 'br')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a service worker may ask this server, as its own policy says', async () => {
  const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy')
  expect(await policyOf('/push-worker.js')).toContain("connect-src 'self'")
  expect(await policyOf('/push-worker.js')).toContain("default-src 'none'")
  expect(await policyOf('/mark.svg')).toBeNull()
})

test('the frame is part of the page only for those who will see it', async () => {
  const page = async (headers: Record<string, string>) =>
    (await server.request('/health', { headers })).text()
  expect(await page({ cookie: 'a=b' })).toMatch(/<i><\/i>.*<p><\/p>[^]*<b><\/b>/)
  expect(await page({})).toMatch(/^<script nonce="[^"]+"><\/script><p><\/p>$/)
})
