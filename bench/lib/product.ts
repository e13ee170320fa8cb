import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@binnacle/plugin-kit/servers'
import { end, start } from './processes.ts'

/** The product under measurement, on its own data folder and port. */
export interface Product {
  pid: number
  url: string
  data: string
  /** Milliseconds from starting the process to /readyz. */
  readyAfter: number
  stop(): Promise<void>
  /** Removes the data folder. */
  remove(): Promise<void>
}

/** The administrator of every product under measurement. */
export const benchAccount = { email: 'bench@example.com', password: 'only for benchmarks' }

/** Waits until an address answers with 200. */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    if (child.exitCode !== null) throw new Error(`ended before ${url} answered`)
    await sleep(5)
  }
}

/** What `npm start` gives to Node. */
function nodeFlags(): string[] {
  const file = new URL('../../package.json', import.meta.url)
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(file, 'utf8'))
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

const program = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

/** Starts the product and waits until it is ready. */
export async function startProduct(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<Product> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'binnacle-bench-')))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = start(process.execPath, [...nodeFlags(), program, ...args], {
    DATA_DIR: data,
    PORT: String(port),
    ADMIN_EMAIL: benchAccount.email,
    ADMIN_PASSWORD: benchAccount.password,
    ...environment,
  })
  await untilReady(`${url}/readyz`, child)
  return {
    pid: child.pid ?? 0,
    url,
    data,
    readyAfter: performance.now() - started,
    stop: () => end(child),
    remove: () => rm(data, { recursive: true, force: true }),
  }
}

/** How to reach the database of a product. Line 4 of `postmaster.pid` is the port, and line 5 the folder of the socket. */
export async function databaseOf({ data }: Product) {
  const lines = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'binnacle', database: 'binnacle' }
}
