import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startHttpServer } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readPostmaster } from '../platform/postgres/postmaster.ts'
import { createShell, type ProgramRun } from '../testing/shell.ts'
import { until } from '../testing/until.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

const KILLS = 20
const LONGEST_LIFE_MILLISECONDS = 400

interface Product extends ProgramRun {
  url: string
  data: string
  /** Asks the database of the product directly. */
  ask<Row extends object>(statement: string): Promise<Row[]>
}

async function serve(data: string, args: readonly string[] = []): Promise<Product> {
  const port = String(await freePort())
  const run = binnacle(['serve', ...args], {
    PORT: port,
    DATA_DIR: data,
    WATCH_SELF: 'off',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'correct horse battery',
  })
  await until(() => run.output.stdout.includes('ready') || run.child.exitCode !== null, 60_000)
  if (run.child.exitCode !== null) throw new Error(`the product ended: ${run.output.stderr}`)
  return {
    ...run,
    url: `http://127.0.0.1:${port}`,
    data,
    async ask(statement) {
      const postmaster = await readPostmaster(join(data, 'postgres'))
      const client = new Client({
        host: postmaster?.socketFolder ?? '',
        user: 'binnacle',
        database: 'binnacle',
      })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(statement)).rows
      } finally {
        await client.end()
      }
    },
  }
}

async function tokenFor(data: string): Promise<string> {
  const made = binnacle(['token', 'create', 'ada@example.com', '--name', 'crashes', '--role', 'admin'], {
    DATA_DIR: data,
  })
  expect(await made.ended).toBe(0)
  const [token = ''] = /\S{30,}/.exec(made.output.stdout) ?? []
  return token
}

/** Twenty checks of one address, every second. */
async function checksOf(url: string): Promise<string> {
  const file = join(await folder(), 'checks.yaml')
  const checks = Array.from({ length: 20 }, (_, number) => `  - { name: check ${number}, url: "${url}" }`)
  await writeFile(
    file,
    `metadata: { name: busy }\nspec:\n schedule: "@every 1s"\n http:\n${checks.join('\n')}\n`,
    {
      mode: 0o644,
    },
  )
  return file
}

test(
  'killed twenty times, it loses no write that it accepted, and no check waits for the process that is gone',
  { timeout: 300_000 },
  async () => {
    const data = await folder()
    const target = await startHttpServer()
    // Whenever the product is killed, all of them are running.
    const file = await checksOf(`http://127.0.0.1:${target.port}/hang`)
    let product = await serve(data, ['--canaries', file])
    const token = await tokenFor(data)
    const accepted: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const write = async (name: string) => {
        const answer = await fetch(`${product.url}/api/db/teams`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
        await answer.text()
        if (answer.status === 201) accepted.push(name)
      }
      const writing = (async () => {
        for (let team = 0; team < 50; team += 1) await write(`team ${kill}-${team}`)
      })().catch(() => undefined)
      await sleep(Math.random() * LONGEST_LIFE_MILLISECONDS)
      // On a busy machine no life may have been long enough for a write until here.
      if (kill === KILLS - 1) await until(() => accepted.length > 0)
      product.child.kill('SIGKILL')
      await product.ended
      await writing
      product = await serve(data, ['--canaries', file])
      const [counts] = await product.ask<{ processes: number; leases: number }>(
        `select (select count(*)::integer from core.processes) as processes,
           (select count(*)::integer from core.check_state
            where lease_owner is not null and lease_owner not in (select id from core.processes)) as leases`,
      )
      expect(counts).toEqual({ processes: 1, leases: 0 })
    }
    expect(accepted.length).toBeGreaterThan(0)
    const teams = await product.ask<{ name: string }>('select name from core.teams')
    const names = new Set(teams.map((team) => team.name))
    expect(accepted.filter((name) => !names.has(name))).toEqual([])
    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    await target.stop()
  },
)

test('it starts its PostgreSQL again when that is killed, and goes on', { timeout: 120_000 }, async () => {
  const data = await folder()
  const target = await startHttpServer()
  const product = await serve(data, ['--canaries', await checksOf(`http://127.0.0.1:${target.port}/slow`)])
  const newest = async () => {
    const [row] = await product.ask<{ newest: Date | null }>(
      'select max(time) as newest from core.check_statuses',
    )
    return row?.newest?.getTime() ?? 0
  }
  await until(async () => (await newest()) > 0, 90_000)
  const before = await readPostmaster(join(data, 'postgres'))
  process.kill(before?.pid ?? 0, 'SIGKILL')
  await until(async () => {
    const now = await readPostmaster(join(data, 'postgres'))
    return now?.status === 'ready' && now.pid !== before?.pid
  }, 90_000)
  const killed = Date.now()
  await until(async () => (await fetch(`${product.url}/readyz`)).status === 200, 90_000)
  await until(async () => (await newest().catch(() => 0)) > killed, 90_000)
  expect(product.child.exitCode).toBeNull()
  expect(product.output.stderr).toContain('started again')
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  await target.stop()
})

/** Stops or continues PostgreSQL with all its processes. */
async function signalDatabase(data: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const { pid = 0 } = (await readPostmaster(join(data, 'postgres'))) ?? {}
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(each, signal)
}

test(
  'while its database hangs, it says so in words within seconds, and is well as soon as that is back',
  { timeout: 120_000 },
  async () => {
    const data = await folder()
    const product = await serve(data)
    const token = await tokenFor(data)
    const read = (path: string) =>
      fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })
    expect((await read('/api/auth/whoami')).status).toBe(200)
    await signalDatabase(data, 'SIGSTOP')
    try {
      const started = performance.now()
      const ready = await read('/readyz')
      expect(ready.status).toBe(503)
      expect(await ready.json()).toEqual({
        status: 'unavailable',
        problems: ['the database does not answer'],
      })
      // 2 s on a machine with nothing else to do.
      expect(performance.now() - started).toBeLessThan(6_000)
      const refused = await read('/api/auth/whoami')
      expect(refused.status).toBe(503)
      expect(await refused.json()).toMatchObject({
        error: 'The database does not answer. Try again in a moment.',
        code: 'EUNAVAILABLE',
      })
    } finally {
      await signalDatabase(data, 'SIGCONT')
    }
    await until(async () => (await read('/readyz')).status === 200, 90_000)
    expect((await read('/api/auth/whoami')).status).toBe(200)
    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  },
)
