import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { DatabaseError, type Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Answer, startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'

/** A shop whose page can fail, and a server that takes messages. */
interface World extends TestServer {
  /** Status of the shop's page. */
  shop: number
  /** Status with which messages are answered. */
  takes: number
  messages: Answer['body'][]
}

async function startWorld(): Promise<World> {
  const messages: Answer['body'][] = []
  const state = { shop: 200, takes: 200, messages }
  const server = await listen(
    createServer((request, response) => {
      if (request.url?.startsWith('/shop') === true) {
        response.writeHead(state.shop).end()
        return
      }
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (state.takes < 300) state.messages.push(JSON.parse(Buffer.concat(chunks).toString()))
        response.writeHead(state.takes).end()
      })
    }),
    0,
  )
  return Object.assign(state, server)
}

interface SendRow {
  status: string
  tells: string
  error: string | null
  count: number
  attempts: number
  decisions: { step: string; outcome: string; reason: string }[]
}

// What still fails would be told by the next rule.
const forget = `
    begin;
    update core.check_state set state = 'healthy' where state = 'unhealthy';
    lock table core.alerts, core.notification_alerts, core.notification_send_history, core.alert_told in exclusive mode;
    update core.alerts set closed_at = now(), closed_reason = 'recovered' where closed_at is null;
    update core.notification_alerts set closed_at = now() where closed_at is null;
    update core.notification_alert_members set ended_at = now() where ended_at is null;
    update core.notification_send_history set status = 'cancelled' where status = 'pending';
    update core.notification_send_history set sent_at = sent_at - interval '1 day' where sent_at is not null;
    update core.alert_told set held_by = null, send_id = null, knows = 'over';
    update core.notifications set deleted_at = now(), enabled = false where deleted_at is null;
    commit`

/** Removes rules and alerts and lets all checks be well, without a word to those who were told, and lets a day pass for limits and lists. */
export async function forgetAlerts(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (let isDone = false; !isDone;)
      isDone = await client.query(forget).then(
        () => true,
        async (error: unknown) => {
          await client.query('rollback')
          // The product has a message in hand; it locks the same tables row by row, in another order.
          if (error instanceof DatabaseError && error.code === '40P01') return false
          throw error
        },
      )
  } finally {
    client.release()
  }
}

/**
 * A product, a shop with checks and a server of messages, for the tests of one file. Each test begins without rules.
 * What it makes has names that nothing else has.
 */
export function useShop() {
  let app: TestApp
  let browser: TestBrowser
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld()
    app = await startTestApp()
    browser = await app.signedIn()
  })
  afterAll(async () => {
    await app.stop()
    await world.stop()
  })
  beforeEach(async () => {
    await forgetAlerts(app.database.pool)
    Object.assign(world, { shop: 200, takes: 200, messages: [] })
  })

  /** A number that nothing has yet. */
  function next(): number {
    count += 1
    return count
  }

  /** Makes an HTTP check of the shop that runs only when it is told to. @param canary its schedule @returns its id */
  async function makeCheck(
    spec: Readonly<Record<string, unknown>> = {},
    canary: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const name = `shop-${next()}`
    const made = await browser.send('POST', '/api/health/canaries', {
      body: {
        name,
        spec: { ...canary, http: [{ name, url: `http://127.0.0.1:${world.port}/shop`, ...spec }] },
      },
    })
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select id from core.checks where canary_id = $1',
      [made.body.id],
    )
    return rows[0]?.id ?? ''
  }

  async function run(checkId: string, shop: number): Promise<void> {
    world.shop = shop
    const ran = await browser.send('POST', `/api/canary/run/check/${checkId}`)
    expect({ status: ran.status, body: ran.body }).toMatchObject({ status: 200 })
  }

  /** Makes a rule that tells the server of messages. @returns its id */
  async function makeRule(columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const row: Record<string, unknown> = {
      name: `rule-${next()}`,
      events: ['check.failed', 'check.passed'],
      custom_services: JSON.stringify([{ name: 'hook', connection: await makeConnection() }]),
      ...columns,
    }
    const names = Object.keys(row)
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into core.notifications (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})
       returning id`,
      Object.values(row),
    )
    return rows[0]?.id ?? ''
  }

  async function makeConnection(): Promise<string> {
    const made = await browser.send('POST', '/api/connections', {
      body: {
        name: `hook-${next()}`,
        type: 'generic_webhook',
        url: `http://127.0.0.1:${world.port}/hook`,
        properties: {},
      },
    })
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 })
    return made.body.id
  }

  async function history(ruleId: string): Promise<SendRow[]> {
    const { rows } = await app.database.pool.query<SendRow>(
      `select history.status, history.tells, history.error, history.count, history.attempts, details.decisions
       from core.notification_send_history as history
       join core.notification_send_details as details on details.send_id = history.id
       where history.notification_id = $1 order by history.first_observed, history.id`,
      [ruleId],
    )
    return rows
  }

  async function untilStatuses(ruleId: string, ...statuses: string[]): Promise<SendRow[]> {
    return until(async () => {
      const rows = await history(ruleId)
      return rows.map(({ status }) => status).join() === statuses.join() ? rows : undefined
    }).catch(async (error: unknown) => {
      const { rows } = await app.database.pool.query(
        'select distinct last_error from graphile_worker._private_jobs where last_error is not null',
      )
      throw new Error(`${String(error)}: ${JSON.stringify([await history(ruleId), rows], null, 1)}`)
    })
  }

  /** Has jobs run now. One statement for each, because a statement for all could wait for a transaction that waits for it. */
  async function hurryJobs(...keys: readonly string[]): Promise<void> {
    const { pool } = app.database
    const { rows } = await pool.query<{ id: string }>(
      'select id from graphile_worker._private_jobs where key like any($1)',
      [keys],
    )
    for (const { id } of rows)
      await pool.query('update graphile_worker._private_jobs set run_at = now() where id = $1', [id])
  }

  /** Ends the waiting time of the messages of a rule. */
  async function sendNow(ruleId: string): Promise<void> {
    await app.database.pool.query(
      `update core.notification_send_history set not_before = now() where notification_id = $1 and status = 'pending'`,
      [ruleId],
    )
    await hurryJobs('SendNotification%')
  }

  /** The id of the only alert of a rule. */
  async function alertOf(ruleId: string): Promise<string> {
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select id from core.notification_alerts where notification_id = $1',
      [ruleId],
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.id ?? ''
  }

  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
    get world() {
      return world
    },
    next,
    makeCheck,
    run,
    makeRule,
    makeConnection,
    history,
    untilStatuses,
    hurryJobs,
    sendNow,
    alertOf,
  }
}
