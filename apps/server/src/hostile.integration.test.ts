import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'
import { hostileScripts, hostileSources, hostileValues, hostileXml, hostileYaml } from './testing/hostile.ts'
import { LONGEST_STRETCH, longestStretch, measureStretches, type StretchMeter } from './testing/stretches.ts'
import { until } from './testing/until.ts'

let product: TestApp
let editor: TestBrowser
let target: Worker
let port: number
let folder: string
let meter: StretchMeter
let health = 0
const over = new AbortController()
let requests: Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-hostile-'))
  await mkdir(join(folder, 'canaries'))
  product = await startTestApp({
    canaryPaths: [join(folder, 'canaries')],
    environment: { EXEC_CHECKS: 'on', DRAFT_TESTS: '100000' },
  })
  editor = await product.signedIn()
  target = new Worker(new URL('testing/hostile-target.ts', import.meta.url))
  const [message]: unknown[] = await once(target, 'message')
  port = Number(message)
  // What is loaded and compiled with the first use of all does not count.
  await attempt(
    [{ name: 'warm', test: { javascript: 'true' }, display: { template: '{{ .code }}' } }],
    'rows',
  )
  await report('warm', () => '<testsuite><testcase name="a"/></testsuite>')
  await validate({ text: `# ${'x'.repeat(5_000)}\nhttp: [{name: a, url: "http://a"}]` })
  await validate({ spec: spec({ test: { expr: `1 == ${'1'.repeat(5_000)}` } }) })
  meter = measureStretches()
  requests = ask()
})
afterAll(async () => {
  over.abort()
  await requests
  meter.stop()
  await target.terminate()
  await rm(folder, { recursive: true, force: true })
})

/** Asks for the health of the server all the time, as a load balancer does. */
async function ask(): Promise<void> {
  while (!over.signal.aborted) {
    // On a busy machine the server may have closed a connection that the next request is sent on.
    const answer = await fetch(`${product.url}/healthz`).catch(() => undefined)
    if (answer?.status === 200) health += 1
    await answer?.text()
    await sleep(20)
  }
}

const spec = (more: object) => ({ http: [{ name: 'a', url: 'http://127.0.0.1:1/', ...more }] })
const validate = (body: object | string) => editor.send('POST', '/api/health/canaries/validate', { body })

/** Runs checks of an answer of the target. */
async function attempt(checks: readonly object[], answer: string) {
  const url = `http://127.0.0.1:${port}/${encodeURIComponent(answer)}`
  const http = checks.map((check, index) => ({ name: `check ${index}`, url, ...check }))
  return editor.send('POST', '/api/health/canaries/try', { body: { name: 'hostile', spec: { http } } })
}

/** Runs a check whose script prints a report. */
async function report(name: string, make: () => string) {
  const path = join(folder, `${name}.xml`)
  await writeFile(path, make())
  return editor.send('POST', '/api/health/canaries/try', {
    body: { name: 'hostile', spec: { junit: [{ name, script: `cat '${path}'` }] } },
  })
}

/** Runs something hostile and looks how long it kept the thread. */
async function measureStretch(
  name: string,
  work: (attempt: number) => Promise<unknown>,
  found: string[],
): Promise<void> {
  const longest = await longestStretch(meter, async (attempt) => {
    const before = health
    await work(attempt)
    // Everybody had a turn, also after the answer was sent.
    await until(() => health > before + 1, 60_000)
  })
  if (longest > LONGEST_STRETCH) found.push(`${name}: ${longest.toFixed(0)} ms`)
}

test('the tables hold 200 documents and scripts', () => {
  const documents =
    Object.keys(hostileYaml).length * 4 + Object.keys(hostileValues).length + Object.keys(hostileXml).length
  expect(documents + hostileScripts.length + hostileSources.length).toBeGreaterThanOrEqual(200)
})

/** YAML of the largest size that is taken is tried where its cost is not that of a smaller one. */
const large = new Set([
  'many keys',
  'many checks that are wrong',
  'many checks that are right',
  'alias to itself',
])

test('no YAML holds up others: by validate, by try, by save', { timeout: 900_000 }, async () => {
  const found: string[] = []
  for (const [name, make] of Object.entries(hostileYaml)) {
    for (const length of large.has(name) ? [4_000, 20_000, 1_000_000] : [4_000, 20_000])
      await measureStretch(
        `${name}, ${length} characters`,
        async () => expect((await validate({ text: make(length) })).status).toBe(200),
        found,
      )
    await measureStretch(
      `${name}, saved`,
      async () => {
        const body = { name: 'hostile', text: make(20_000) }
        if (name === 'many checks that are right') return
        expect((await editor.send('POST', '/api/health/canaries', { body })).status).toBe(400)
        expect((await editor.send('POST', '/api/health/canaries/try', { body })).status).toBe(400)
      },
      found,
    )
  }
  expect(found).toEqual([])
})

test('no file of canaries holds up others', { timeout: 900_000 }, async () => {
  const found: string[] = []
  await measureStretch(
    'files',
    async (attempt) => {
      const names = Object.entries(hostileYaml).filter(([name]) => name !== 'many checks that are right')
      for (const [index, [, make]] of names.entries())
        await writeFile(join(folder, 'canaries', `${attempt}-${index}.yaml`), make(20_000))
      await until(async () => {
        const { rows } = await product.database.pool.query('select from core.canary_files')
        return rows.length >= names.length * (attempt + 1)
      }, 300_000)
    },
    found,
  )
  expect(found).toEqual([])
})

test('no spec that comes as JSON holds up others', { timeout: 900_000 }, async () => {
  const found: string[] = []
  for (const [name, make] of Object.entries(hostileValues))
    await measureStretch(
      name,
      async () => expect([200, 400, 413]).toContain((await validate(`{"spec":${make()}}`)).status),
      found,
    )
  expect(found).toEqual([])
})

test('no script holds up others while it is parsed', { timeout: 900_000 }, async () => {
  const found: string[] = []
  for (const [field, source] of hostileSources)
    for (const place of ['test', 'display'])
      await measureStretch(
        `${field} ${source.slice(0, 30)}`,
        async () =>
          expect((await validate({ spec: spec({ [place]: { [field]: source } }) })).status).toBe(200),
        found,
      )
  expect(found).toEqual([])
})

test('no script and no answer of a target holds up others', { timeout: 900_000 }, async () => {
  const found: string[] = []
  const fields = ['test', 'display', 'transform']
  for (const [index, [field, answer, source]] of hostileScripts.entries()) {
    const place = source.startsWith('(') ? 'transform' : (fields[index % fields.length] ?? 'test')
    await measureStretch(
      `${place} of ${answer}: ${source.slice(0, 60)}`,
      async () => {
        const tried = await attempt([{ [place]: { [field]: source } }], answer)
        expect(tried.status).toBe(200)
        expect(JSON.stringify(tried.body)).not.toContain('Maximum call stack')
      },
      found,
    )
  }
  expect(found).toEqual([])
})

test('no text that is looked for in an answer holds up others', { timeout: 900_000 }, async () => {
  const found: string[] = []
  const half = 'a'.repeat(10_000)
  await measureStretch(
    'responseContent',
    () => attempt([{ responseContent: `${half}b${half}` }], 'letters'),
    found,
  )
  await measureStretch(
    'a secret that is removed',
    () => attempt([{ password: `${half}b${half}`, display: { template: '{{ .content }}' } }], 'letters'),
    found,
  )
  expect(found).toEqual([])
})

test('no report of tests holds up others', { timeout: 900_000 }, async () => {
  const found: string[] = []
  for (const [name, make] of Object.entries(hostileXml))
    await measureStretch(name, async () => expect((await report(name, make)).status).toBe(200), found)
  expect(found).toEqual([])
})
