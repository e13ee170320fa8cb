import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '@binnacle/contract/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from './pool.ts'

/** What a worker returned; or why the job has no outcome. */
type Outcome = Record<string, unknown>

let folder: string
let pool: Pool<string, Outcome>
/** One with time for jobs that fail in other ways. */
let patient: Pool<string, Outcome>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-pool-'))
  const module = join(folder, 'worker.mjs')
  const serve = new URL('serve-jobs.ts', import.meta.url).href
  await writeFile(
    module,
    `import { spawnSync } from 'node:child_process'
     import { readFileSync, writeFileSync } from 'node:fs'
     import { serveJobs } from ${JSON.stringify(serve)}
     const readyAt = Date.now()
     const long = 'a'.repeat(20_000)
     serveJobs((job) => typeof job === 'string', async (job) => {
       // One call of the engine that nothing can interrupt, for about half a minute.
       if (job === 'native') 'a'.repeat(4_000_000).indexOf(long + 'b' + long)
       while (job === 'loop');
       const all = []
       while (job === 'heap') all.push({ all: [all.length] })
       while (job === 'buffers') all.push(Buffer.alloc(10_000_000, 1))
       if (job === 'abort') process.abort()
       if (job === 'exit') process.exit(3)
       if (job === 'undefined') return undefined
       if (job === 'function') return { list: () => 1 }
       if (job === 'long') return { list: Buffer.alloc(140_000_000) }
       if (job === 'deep') { let all = []; for (let at = 0; at < 1_000_000; at += 1) all = [all]; return { all } }
       if (job === 'environment') return { environment: Object.keys(process.env).filter((name) => name !== '_') }
       if (job === 'limits') return { limits: readFileSync('/proc/self/limits', 'utf8'), score: readFileSync('/proc/self/oom_score_adj', 'utf8').trim() }
       if (job === 'write') writeFileSync(new URL('left', import.meta.url), 'x')
       if (job === 'start a program') spawnSync('true')
       return { readyAt, pid: process.pid }
     }, (error) => ({ code: 'evaluation', message: String(error) }))`,
  )
  const poolOf = (milliseconds: number) =>
    createPool<string, Outcome>({
      module: pathToFileURL(module),
      size: 1,
      heapMegabytes: 64,
      limit: () => milliseconds,
      fail: (code) => ({ code }),
      isOutcome: isRecord,
    })
  pool = poolOf(50)
  patient = poolOf(20_000)
})
afterAll(async () => {
  await pool.close()
  await patient.close()
  await rm(folder, { recursive: true })
})

/** Where nothing but the worker says what it has used, the backstop ends the job. */
const isKnown = process.platform === 'linux'

test.each([['loop'], ...(isKnown ? [['native'] as const] : [])] as const)(
  'a killed worker delays nobody: the next job runs in one that was ready before, after a %s',
  async (hostile) => {
    expect(await pool.run('short')).toHaveProperty('readyAt')
    const begin = performance.now()
    expect(await pool.run(hostile)).toEqual({ code: 'too-slow' })
    const killedAt = Date.now()
    // It had its time and the grace, and did not wait for the backstop of 5.5 s.
    expect(performance.now() - begin).toBeLessThan(5_000)
    const next = await pool.run('short')
    expect(next['readyAt']).toBeLessThanOrEqual(killedAt)
  },
)

test.each([
  ['heap', 'too-much-memory'],
  ['buffers', 'too-much-memory'],
  ['abort', 'unavailable'],
  ['exit', 'unavailable'],
  ['undefined', 'unavailable'],
  ['function', 'evaluation'],
  ['write', 'unavailable'],
  ['start a program', 'unavailable'],
])('a worker that fails by %s fails its own job only, and the next one runs', async (hostile, code) => {
  const [failed, next] = await Promise.all([patient.run(hostile), patient.run('short')])
  expect(failed).toMatchObject({ code })
  expect(next).toHaveProperty('readyAt')
  expect(await patient.run('short')).toHaveProperty('readyAt')
})

test('a worker that is killed from outside is replaced before the next job comes', async () => {
  const { pid } = await patient.run('short')
  process.kill(Number(pid), 'SIGKILL')
  const next = await patient.run('short')
  // The job that was sent meanwhile may have been lost with it.
  expect('readyAt' in next || next['code'] === 'too-much-memory').toBe(true)
  expect((await patient.run('short'))['pid']).not.toBe(pid)
})

test('an outcome that is nested too deep to be read, or too long, ends nothing else', async () => {
  expect(await patient.run('deep')).toHaveProperty('code')
  expect(await patient.run('long')).toMatchObject({ code: 'too-much-memory' })
  expect(await patient.run('short')).toHaveProperty('readyAt')
})

test('a worker sees no environment, and the system limits its memory and its processor time', async () => {
  const { environment } = await patient.run('environment')
  expect(environment).toEqual([])
  if (!isKnown) return
  const { limits, score } = await patient.run('limits')
  expect(limits).toMatch(/Max cpu time +600 /)
  expect(limits).toMatch(new RegExp(`Max data size +${(64 + 1_152) * 1_048_576} `))
  expect(limits).toMatch(/Max core file size +0 /)
  expect(score).toBe('800')
})

test('signals that a terminal sends to all processes leave workers to the product', async () => {
  const { pid } = await patient.run('short')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(Number(pid), signal)
  expect(await patient.run('short')).toMatchObject({ pid })
})
