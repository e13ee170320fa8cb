import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from './pool.ts'

/** When the worker that ran a job was ready, on the clock of the machine; or why the job has no outcome. */
type Outcome = { readyAt: number } | { code: string }

let folder: string
let pool: Pool<'short' | 'native' | 'loop', Outcome>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-pool-'))
  const module = join(folder, 'worker.mjs')
  const threads = new URL('thread-time.ts', import.meta.url).href
  await writeFile(
    module,
    `import { parentPort } from 'node:worker_threads'
     import { threadNumber } from ${JSON.stringify(threads)}
     const readyAt = Date.now()
     const milliseconds = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000 }
     const long = 'a'.repeat(20_000)
     parentPort.on('message', (job) => {
       // One call of the engine that nothing can interrupt, for about half a minute.
       if (job === 'native') 'a'.repeat(4_000_000).indexOf(long + 'b' + long)
       while (job === 'loop');
       parentPort.postMessage({ ready: false, outcome: { readyAt }, milliseconds: milliseconds() })
     })
     parentPort.postMessage({ ready: true, milliseconds: milliseconds(), thread: threadNumber() })`,
  )
  pool = createPool({
    module: pathToFileURL(module),
    size: 1,
    heapMegabytes: 64,
    limit: () => 50,
    fail: (code) => ({ code }),
  })
})
afterAll(async () => {
  await pool.close()
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
    expect('readyAt' in next && next.readyAt).toBeLessThanOrEqual(killedAt)
  },
)
