import { SECOND } from '@binnacle/contract/core'
import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { startTestApp, type TestApp, type TestBrowser, TEST_SECRET_KEY } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import { apply, believes, recipients, ruleOf, type Step, stepOf } from './histories.ts'
import { createModel, HOUR, MINUTE, type Model, pass } from './model.ts'

/** Histories that go on side by side, each with a check, rules and recipients of its own. */
const HISTORIES = 30
const ROUNDS = 12

/** Titles of messages about the end of an alert. */
const ENDS = /recovered|deleted|no longer watched/

const alwaysQuiet = {
  timeZone: 'UTC',
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
}

let app: TestApp
let admin: TestBrowser
let server: TestServer

/** A history in the product and in the model. */
interface History {
  number: number
  canaryId: string
  checkId: string
  /** In the order of the model. */
  ruleIds: string[]
  model: Model
  steps: readonly Step[]
}

/** What each recipient was told last, and how its service takes messages, by its place. */
const last = new Map<string, string>()
const services = new Map<string, string>()

beforeAll(async () => {
  server = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const place = request.url ?? ''
        const service = services.get(place) ?? 'takes'
        const { title }: { title: string } = JSON.parse(Buffer.concat(chunks).toString())
        if (service === 'fails') response.writeHead(503).end()
        else {
          last.set(place, ENDS.test(title) ? 'over' : 'open')
          if (service === 'takes') response.end('{}')
          else request.socket.destroy()
        }
      })
    }),
    0,
  )
  app = await startTestApp()
  admin = await app.signedIn()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

const placeOf = (number: number, recipient: string) => `/${number}/${recipient}`

async function begin(pool: Pool, number: number, model: Model, steps: readonly Step[]): Promise<History> {
  const secrets = createSecrets(TEST_SECRET_KEY)
  const [canaryId, checkId, name] = [newId(), newId(), `history ${number}`]
  await pool.query(
    `insert into core.canaries (id, name, namespace, spec, revision) values ($1, $2, 'histories', '{}', core.new_id())`,
    [canaryId, name],
  )
  await pool.query(
    `insert into core.checks (id, canary_id, type, name, namespace, spec) values ($1, $2, 'http', $3, 'histories', '{}')`,
    [checkId, canaryId, name],
  )
  await pool.query(
    `insert into core.check_state (check_id, revision, type, timeout_milliseconds, state)
     values ($1, core.new_id(), 'http', 1000, 'healthy')`,
    [checkId],
  )
  const connections = new Map<string, string>()
  for (const recipient of recipients) {
    const id = newId()
    connections.set(recipient, id)
    await pool.query(
      `insert into core.connections (id, name, type, url, revision) values ($1, $2, 'generic_webhook', $3, core.new_id())`,
      [
        id,
        `${recipient} ${number}`,
        secrets.seal(`http://127.0.0.1:${server.port}${placeOf(number, recipient)}`),
      ],
    )
  }
  const ruleIds: string[] = []
  for (const rule of model.rules) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into core.notifications (name, events, filter, custom_services, wait_for, reminder_interval, closing_delay)
       values ($1, '{check.failed}', $2, $3, $4, $5, $6) returning id`,
      [
        `rule ${newId()}`,
        `check.name == "${name}"`,
        JSON.stringify(
          rule.recipients.map((recipient) => ({ name: recipient, connection: connections.get(recipient) })),
        ),
        rule.waitMilliseconds === 0 ? null : rule.waitMilliseconds * 1e6,
        rule.remindMilliseconds === undefined ? null : rule.remindMilliseconds * 1e6,
        rule.closingMilliseconds === 0 ? null : rule.closingMilliseconds * 1e6,
      ],
    )
    ruleIds.push(...rows.map(({ id }) => id))
  }
  return { number, canaryId, checkId, ruleIds, model, steps }
}

/** Changes a check as the recorder does. */
async function change(checkId: string, state: 'healthy' | 'unhealthy'): Promise<void> {
  const time = new Date()
  await inTransaction(app.database.pool, async (client) => {
    await client.query(
      `update core.check_state set state = $2, last_runtime = $3, last_transition_time = $3 where check_id = $1`,
      [checkId, state, time],
    )
    await app.platform.events.emit(client, state === 'unhealthy' ? 'check.failed' : 'check.passed', {
      checkId,
      canaryId: newId(),
      time: time.toISOString(),
      previous: state === 'unhealthy' ? 'healthy' : 'unhealthy',
    })
  })
}

async function act(checkId: string, verb: string, minutes?: number): Promise<void> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from core.alerts where resource_id = $1 and closed_at is null',
    [checkId],
  )
  if (rows.length === 0) return
  const body = { ids: rows.map(({ id }) => id), verb, ...(minutes === undefined ? {} : { minutes }) }
  const { status } = await admin.send('POST', '/api/notification/alerts/act', { body })
  if (status !== 200) throw new Error(`${verb} was answered with ${status}`)
}

async function unsilence(checkId: string): Promise<void> {
  const path = `/api/db/notification_silences?check_id=eq.${checkId}&deleted_at=is.null`
  const { status } = await admin.send('DELETE', path)
  if (status >= 300) throw new Error(`the end of a silence was answered with ${status}`)
}

async function silence(checkId: string, minutes: number): Promise<void> {
  await unsilence(checkId)
  const body = {
    check_id: checkId,
    from: 'now-1m',
    until: `now+${minutes}m`,
    name: newId(),
    description: 'work',
  }
  const { status } = await admin.send('POST', '/api/notification/silence', { body })
  if (status !== 200) throw new Error(`a silence was answered with ${status}`)
}

const setQuietHours = ({ ruleIds }: History, hours: object | null) =>
  app.database.pool.query('update core.notifications set quiet_hours = $1 where id = any($2)', [
    hours === null ? null : JSON.stringify(hours),
    ruleIds,
  ])

/** Deletes a check, and has its alert looked at, as it is within a minute. */
async function remove({ canaryId, checkId }: History): Promise<void> {
  const { status } = await admin.send('DELETE', `/api/health/canaries/${canaryId}`)
  if (status >= 300) throw new Error(`a deletion was answered with ${status}`)
  const { pool } = app.database
  await pool.query(`update core.alerts set reviewed_at = '-infinity' where resource_id = $1`, [checkId])
  await pool.query(`select graphile_worker.add_job('ReviewAlerts', '{}')`)
}

/** Switches a rule on or off. A failure is looked at by a rule that is on again a few seconds after it. */
async function switchOne({ checkId, ruleIds, model }: History, place: number): Promise<void> {
  const { pool } = app.database
  await pool.query(
    `update core.check_state set last_transition_time = last_transition_time - interval '1 minute' where check_id = $1`,
    [checkId],
  )
  await pool.query('update core.notifications set enabled = $1 where id = $2', [
    model.rules[place]?.isOn !== true,
    ruleIds[place],
  ])
}

/** Steps that a history does here. Time passes for all of them together, and nothing else makes lists. */
const isPlayed = (step: Step): boolean => !['worse', 'storm', 'pass'].includes(step.do)

/** Does a step in the product. */
async function play(history: History, step: Step): Promise<void> {
  const { number, checkId, model } = history
  switch (step.do) {
    case 'fail':
      if (!model.isWrong && model.exists) await change(checkId, 'unhealthy')
      break
    case 'recover':
      if (model.isWrong) await change(checkId, 'healthy')
      break
    case 'acknowledge':
    case 'unacknowledge':
    case 'wake':
      await act(checkId, step.do)
      break
    case 'acknowledge for':
      await act(checkId, 'acknowledge', step.minutes)
      break
    case 'snooze':
      await act(checkId, 'snooze', step.minutes)
      break
    case 'silence':
      if (model.exists) await silence(checkId, step.minutes)
      break
    case 'unsilence':
      await unsilence(checkId)
      break
    case 'quiet':
      await setQuietHours(history, alwaysQuiet)
      break
    case 'delete':
      if (model.exists) await remove(history)
      break
    case 'switch':
      if (step.rule < model.rules.length) await switchOne(history, step.rule)
      break
    case 'service':
      services.set(placeOf(number, step.recipient), step.service)
      break
    default:
      break
  }
}

const tables = [
  'alerts',
  'alert_told',
  'alert_notes',
  'notification_alerts',
  'notification_alert_members',
  'notification_deliveries',
  'notification_send_history',
  'notification_send_details',
  'broken_ways',
  'notification_silences',
]

/** Lets time pass in the database: everything that happened, and that is due, is so much earlier. */
async function passTime(milliseconds: number): Promise<void> {
  const { pool } = app.database
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'core' and table_name = any($1) and data_type = 'timestamp with time zone' group by 1`,
    [tables],
  )
  const by = `make_interval(secs => ${milliseconds / SECOND})`
  const shifted = rows.map(
    ({ name, columns }) =>
      `update core.${name} set ${columns.map((column) => `"${column}" = "${column}" - ${by}`).join(', ')};`,
  )
  await pool.query(
    `begin; ${shifted.join(' ')}
     update core.alerts set changes = array(select at - ${by} from unnest(changes) with ordinality as change (at, place) order by place);
     update core.check_state set last_transition_time = last_transition_time - ${by};
     commit`,
  )
  await pool.query(
    `update graphile_worker._private_jobs set run_at = run_at - ${by} where locked_at is null and run_at > now()`,
  )
  await pool.query(`select graphile_worker.add_job('ReviewAlerts', '{}')`)
}

/** Waits until nothing is due that follows from what happened. */
const untilIdle = () =>
  until(async () => {
    const { rows } = await app.database.pool.query(
      `select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts and task_identifier ~ 'otification|Alert'`,
    )
    return rows.length === 0
  }, MINUTE).catch(async (error: unknown) => {
    const { rows } = await app.database.pool.query(
      `select task_identifier, payload, attempts, last_error from graphile_worker.jobs as job
       where run_at <= now() and task_identifier ~ 'otification|Alert'`,
    )
    throw new Error(`${String(error)}: ${JSON.stringify(rows).slice(0, 2_000)}`)
  })

/** Whether an alert is open, by the check. */
async function openChecks(): Promise<Set<string>> {
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select resource_id as id from core.alerts where closed_at is null',
  )
  return new Set(rows.map(({ id }) => id))
}

test(
  'random histories end in the product as in the model: the same alerts are open, and the same people know',
  { timeout: 300_000 },
  async () => {
    const { pool } = app.database
    // Always the same ones here; others by `SEED`.
    const seed = Number(process.env['SEED'] ?? 28)
    const samples = fc.sample(
      fc.tuple(
        fc.array(ruleOf, { minLength: 1, maxLength: 2 }),
        fc.array(stepOf.filter(isPlayed), { minLength: ROUNDS, maxLength: ROUNDS }),
      ),
      { numRuns: HISTORIES, seed },
    )
    const histories: History[] = []
    for (const [number, [rules, steps]] of samples.entries())
      histories.push(await begin(pool, number, createModel(rules, recipients), steps))
    let before = performance.now()
    /** Lets the time pass that went by, and more. */
    const passAll = async (milliseconds: number) => {
      await untilIdle()
      const spent = performance.now() - before
      before = performance.now()
      await passTime(milliseconds)
      for (const history of histories) {
        const { model } = history
        const earlier = model.now
        pass(model, spent + milliseconds)
        const { quietUntil } = model
        if (quietUntil !== undefined && quietUntil > earlier && quietUntil <= model.now)
          await setQuietHours(history, null)
      }
      await untilIdle()
    }
    const differing = async () => {
      const open = await openChecks()
      return histories.filter(({ checkId, model }) => open.has(checkId) !== model.isOpen)
    }
    const passes = fc.sample(
      fc.constantFrom(37 * SECOND, 61 * SECOND, 211 * SECOND, 1_301 * SECOND, 4 * HOUR),
      {
        numRuns: ROUNDS,
        seed,
      },
    )
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        histories.map(async (history) => {
          const step = history.steps[round]
          if (step === undefined) return
          await play(history, step)
          apply(history.model, step)
        }),
      )
      await untilIdle()
      await until(async () => (await differing()).length === 0).catch(async () => {
        const wrong = (await differing()).map(({ number, model, steps }) => ({
          number,
          isOpen: model.isOpen,
          steps: steps.slice(0, round + 1),
        }))
        throw new Error(`seed ${seed}: ${JSON.stringify(wrong)}`)
      })
      await passAll(passes[round] ?? MINUTE)
    }
    services.clear()
    for (const history of histories) {
      for (const recipient of recipients) history.model.services.set(recipient, 'takes')
      await act(history.checkId, 'unacknowledge')
      apply(history.model, { do: 'unacknowledge' })
    }
    for (const minutes of [1, 6, 16, 61, 61, 121, 241, 481, 481, 481]) await passAll(minutes * MINUTE)
    const wrong = histories.flatMap(({ number, model, steps }) =>
      recipients.flatMap((recipient) => {
        // Whom no rule tells any more heard of its end, which the model says only with the end of the alert.
        const isNamed = model.rules.some(({ isOn, recipients: named }) => isOn && named.includes(recipient))
        if (!isNamed && model.isOpen) return []
        const inModel = believes(model, recipient) === 'open'
        const inProduct = last.get(placeOf(number, recipient)) === 'open'
        return inModel === inProduct
          ? []
          : [{ number, recipient, inModel, inProduct, rules: model.rules, steps }]
      }),
    )
    expect(wrong.length === 0 ? 'as in the model' : `seed ${seed}: ${JSON.stringify(wrong)}`).toBe(
      'as in the model',
    )
  },
)
