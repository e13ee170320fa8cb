import { MINUTE } from '@binnacle/contract/core'
import { createServer } from 'node:http'
import { freePort, listen } from '@binnacle/plugin-kit/servers'
import type { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction, openDatabase } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { administrator, startTestApp, type TestApp, TEST_SECRET_KEY } from '../../testing/app.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { startOwnPostgres } from '../../testing/own-postgres.ts'
import { createShell } from '../../testing/shell.ts'
import { until } from '../../testing/until.ts'

const shell = createShell()
afterAll(shell.end)

const CHECKS = 24
const log = await createLog('silent')

/** What arrived at each place, by the key of its message. */
interface Inbox {
  port: number
  /** Titles by key, and how often each came, by the number of the check. */
  of(check: number): Map<string, { title: string; times: number }>
}

async function startInbox(): Promise<Inbox> {
  const inboxes = Array.from({ length: CHECKS }, () => new Map<string, { title: string; times: number }>())
  const of = (check: number) => inboxes[check] ?? new Map()
  const server = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const inbox = of(Number(request.url?.slice(1)))
        const key = String(request.headers['idempotency-key'])
        const { title }: { title: string } = JSON.parse(Buffer.concat(chunks).toString())
        inbox.set(key, { title, times: (inbox.get(key)?.times ?? 0) + 1 })
        response.end('{}')
      })
    }),
    0,
  )
  onTestFinished(() => server.stop())
  return { port: server.port, of }
}

interface Check {
  id: string
  canaryId: string
}

/** Makes checks without a schedule, each with a rule and a recipient of its own. */
async function makeChecks(pool: Pool, port: number): Promise<Check[]> {
  const secrets = createSecrets(TEST_SECRET_KEY)
  const canaryId = newId()
  await pool.query(
    `insert into core.canaries (id, name, namespace, spec, revision) values ($1, 'chaos', 'chaos', '{}', core.new_id())`,
    [canaryId],
  )
  const checks: Check[] = []
  for (let number = 0; number < CHECKS; number += 1) {
    const [id, connection] = [newId(), newId()]
    await pool.query(
      `insert into core.checks (id, canary_id, type, name, namespace, spec) values ($1, $2, 'http', $3, 'chaos', '{}')`,
      [id, canaryId, `chaos ${number}`],
    )
    await pool.query(
      `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
       values ($1, core.new_id(), 'http', 1000, 'healthy')`,
      [id],
    )
    await pool.query(
      `insert into core.connections (id, name, type, url, revision) values ($1, $2, 'generic_webhook', $3, core.new_id())`,
      [connection, `hook ${number}`, secrets.seal(`http://127.0.0.1:${port}/${number}`)],
    )
    await pool.query(
      `insert into core.notifications (name, events, filter, custom_services) values ($1, '{check.failed}', $2, $3)`,
      [`rule ${number}`, `check.name == "chaos ${number}"`, JSON.stringify([{ name: 'hook', connection }])],
    )
    checks.push({ id, canaryId })
  }
  return checks
}

/** Changes checks as the recorder does, as soon as the database takes it. */
async function change(
  { platform }: TestApp,
  pool: Pool,
  checks: readonly Check[],
  state: 'healthy' | 'unhealthy',
): Promise<void> {
  const time = new Date()
  await until(
    () =>
      inTransaction(pool, async (client) => {
        await client.query(
          `update core.check_state set state = $2, last_runtime = $3, last_transition_time = $3 where check_id = any($1)`,
          [checks.map(({ id }) => id), state, time],
        )
        await platform.events.emit(
          client,
          state === 'unhealthy' ? 'check.failed' : 'check.passed',
          ...checks.map(({ id, canaryId }) => ({
            checkId: id,
            canaryId,
            time: time.toISOString(),
            previous: state === 'unhealthy' ? ('healthy' as const) : ('unhealthy' as const),
          })),
        )
      }).then(
        () => true,
        () => false,
      ),
    MINUTE,
  )
}

test(
  'two processes lose answers, connections, their database and one of them: everybody knows within a minute, by one message',
  { timeout: 300_000 },
  async () => {
    const inbox = await startInbox()
    const postgres = await startOwnPostgres()
    const { connection } = postgres.server()
    const [own, others] = [await startDatabaseProxy(connection), await startDatabaseProxy(connection)]
    const database = openDatabase({ connection: own.connection, connections: 4, log })
    const app = await startTestApp({ database: { ...database, connection: own.connection } })
    const direct = openDatabase({ connection, connections: 4, log })
    onTestFinished(async () => {
      await app.stop()
      await database.close()
      await direct.close()
    })
    const { pool } = direct
    const checks = await makeChecks(pool, inbox.port)
    const { user, password, port, database: name = 'postgres' } = others.connection
    const other = shell.start(['serve'], {
      DATABASE_URL: `postgres://${user}:${String(password)}@127.0.0.1:${port}/${name}`,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: await shell.folder(),
      PORT: String(await freePort()),
      WATCH_SELF: 'off',
      LOG_LEVEL: 'silent',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    })
    await until(() => other.output.stdout.includes('ready'), MINUTE)
    expect(other.output.stderr).toBe('')
    const last = (check: number) => [...inbox.of(check).values()].at(-1)?.title ?? ''
    const heard = (end: string) => checks.every((_, check) => last(check).endsWith(end))
    const anyHeard = (from: number, end: string) =>
      until(() => checks.some((_, check) => check >= from && last(check).endsWith(end)), MINUTE)
    const terminate = () =>
      pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < 0.5`,
      )

    // The commits of decisions and of what was sent are carried out, and their answers are lost.
    const lost = [own, others].map((proxy) => proxy.loseAnswer('pg_logical_emit_message'))
    await change(app, pool, checks.slice(0, 8), 'unhealthy')
    await Promise.race(lost)
    void own.loseAnswer('may_have_arrived')
    await anyHeard(0, 'failed')
    await change(app, pool, checks.slice(8, 16), 'unhealthy')
    for (let round = 0; round < 3; round += 1) await terminate().catch(() => undefined)
    await anyHeard(8, 'failed')
    other.child.kill('SIGKILL')
    await change(app, pool, checks.slice(16), 'unhealthy')
    await postgres.kill()
    const backAt = performance.now()
    await until(() => heard('failed'), MINUTE)
    const knownAfter = performance.now() - backAt

    await change(app, pool, checks.slice(0, 12), 'healthy')
    own.cut()
    await change(app, pool, checks.slice(12), 'healthy')
    void own.loseAnswer('pg_logical_emit_message')
    await postgres.kill()
    await until(() => heard('recovered'), MINUTE)
    await until(async () => {
      const { rows } = await pool.query('select from core.notification_send_history where status = $1', [
        'pending',
      ])
      return rows.length === 0
    }, MINUTE)
    expect(knownAfter).toBeLessThan(MINUTE)

    const { rows } = await pool.query<{ id: string }>(
      'select id from core.notification_send_history where may_be_double',
    )
    const doubtful = new Set(rows.map(({ id }) => id))
    const wrong = checks.flatMap((_, check) => {
      const messages = [...inbox.of(check)]
      const titles = messages.map(([, { title }]) => title.split(' ').at(-1)).join()
      // What came again came as the same message, and its row says so.
      const isMarked = messages.every(([key, { times }]) => times === 1 || doubtful.has(key))
      return titles === 'failed,recovered' && isMarked ? [] : [{ check, messages }]
    })
    expect(wrong).toEqual([])
  },
)
