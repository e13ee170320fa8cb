import { MINUTE } from '@binnacle/contract/core'
import type { PolicyForm } from '@binnacle/contract/on-call'
import fc from 'fast-check'
import type { ClientBase, Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../../platform/access/actor.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { EscalationReason, Recipient } from '../ports.ts'
import { type EngineDependencies, runEscalation, wakeOverdue } from './engine.ts'
import { escalationLog } from './log.ts'
import { createPolicy } from './policies.ts'

let database: TestDatabase
let person: string
let actor: Actor
let rule: string
let now: Date
/** When each alert is woken, as the queue would. */
let woken: Map<string, Date>

beforeAll(async () => {
  database = await createTestDatabase()
  // Stands for the messages of the module of notifications: written in the same transaction.
  await database.pool.query(
    'create table core.told (alert_id uuid, at timestamptz, recipients jsonb, why jsonb)',
  )
  person = newId()
  await database.pool.query(
    "insert into core.people (id, name, email) values ($1, 'Ada', 'ada@example.com')",
    [person],
  )
  actor = { personId: person, name: 'Ada', email: 'ada@example.com', roles: ['admin'] }
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into core.notifications (name, events) values ('rule', '{check.failed}') returning id",
  )
  rule = rows[0]?.id ?? ''
})
beforeEach(() => {
  now = new Date('2026-11-23T09:00:00Z')
  woken = new Map()
})

async function tell(
  client: ClientBase,
  alertId: string,
  recipients: readonly Recipient[],
  why: EscalationReason,
): Promise<void> {
  await client.query('insert into core.told values ($1, $2, $3, $4)', [
    alertId,
    now,
    JSON.stringify(recipients),
    JSON.stringify(why),
  ])
}

async function endAcknowledgement(client: ClientBase, alertId: string, at: Date): Promise<void> {
  await client.query('update core.notification_alerts set acknowledged_until = $2 where id = $1', [
    alertId,
    at,
  ])
}

const dependenciesOn = (pool: Pool): EngineDependencies => ({
  pool,
  now: () => now,
  alerting: () => ({ tell, endAcknowledgement }),
  wake: async (_client, alertId, time) => void woken.set(alertId, time),
})

async function newPolicy(changes: Partial<PolicyForm> = {}): Promise<string> {
  return inTransaction(database.pool, (client) =>
    createPolicy(
      client,
      {
        name: newId(),
        description: null,
        steps: [0, 5].map((afterMinutes) => ({ afterMinutes, targets: [{ kind: 'person', id: person }] })),
        repeat: { times: 1, afterMinutes: 10 },
        acknowledgementMinutes: null,
        hold: null,
        recordOnly: false,
        ...changes,
      },
      actor,
    ),
  )
}

async function openAlert(): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into core.notification_alerts (id, notification_id, group_key, severity, opened_at)
     values ($1, $2, $3, 'critical', $4)`,
    [id, rule, id, now],
  )
  return id
}

const run = (alertId: string, policyId?: string, pool: Pool = database.pool) =>
  runEscalation(
    dependenciesOn(pool),
    alertId,
    policyId === undefined ? undefined : { alertId, policyId, severity: 'critical' },
  )

const acknowledge = (alertId: string) =>
  database.pool.query('update core.notification_alerts set acknowledged_at = $2 where id = $1', [
    alertId,
    now,
  ])
const close = (alertId: string) =>
  database.pool.query('update core.notification_alerts set closed_at = $2 where id = $1', [alertId, now])

/** Minutes, cycles, rounds and steps of what was told. */
async function toldOf(alertId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ at: Date; why: EscalationReason }>(
    'select at, why from core.told where alert_id = $1 order by at',
    [alertId],
  )
  const start = Date.parse('2026-11-23T09:00:00Z')
  return rows.map(
    ({ at, why: { cycle, round, step } }) => `${(at.getTime() - start) / MINUTE}: ${cycle} ${round} ${step}`,
  )
}

/** Lets time pass; the queue runs the escalation when it asked to be woken. */
async function pass(alertId: string, minutes: number): Promise<void> {
  const end = now.getTime() + minutes * MINUTE
  for (;;) {
    const time = woken.get(alertId)
    if (time === undefined || time.getTime() > end) break
    woken.delete(alertId)
    now = new Date(Math.max(now.getTime(), time.getTime()))
    await run(alertId)
  }
  now = new Date(end)
}

describe('the escalation of an alert', () => {
  test('tells step by step and again, and its log says whom', async () => {
    const alert = await openAlert()
    await run(alert, await newPolicy())
    await pass(alert, 60)
    expect(await toldOf(alert)).toEqual(['0: 0 0 0', '5: 0 0 1', '15: 0 1 0', '20: 0 1 1'])
    const { entries } = await escalationLog(database.pool, alert)
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatchObject({ outcome: 'told', people: [{ name: 'Ada' }], teams: [] })
    const { rows } = await database.pool.query<{ recipients: unknown; why: EscalationReason }>(
      'select recipients, why from core.told where alert_id = $1 order by at desc limit 1',
      [alert],
    )
    expect(rows[0]?.recipients).toEqual([{ personId: person }])
    expect(rows[0]?.why.text).toMatch(/^Step 2 of 2 of the escalation policy "[^"]+", repetition 1 of 1$/)
  })

  test('is woken a minute after it was due, if its job was lost', async () => {
    const alert = await openAlert()
    await run(alert, await newPolicy())
    woken.clear()
    now = new Date(now.getTime() + 6 * MINUTE)
    await wakeOverdue(dependenciesOn(database.pool))
    expect(woken.get(alert)).toBeUndefined()
    now = new Date(now.getTime() + 1)
    await wakeOverdue(dependenciesOn(database.pool))
    expect(woken.get(alert)).toEqual(now)
  })

  test('is quiet while acknowledged, begins again after the time-out, and ends with the alert', async () => {
    const alert = await openAlert()
    await run(alert, await newPolicy({ acknowledgementMinutes: 30 }))
    now = new Date(now.getTime() + MINUTE)
    await acknowledge(alert)
    await run(alert)
    await pass(alert, 29)
    expect(await toldOf(alert)).toEqual(['0: 0 0 0'])
    await pass(alert, 2)
    expect(await toldOf(alert)).toEqual(['0: 0 0 0', '31: 1 0 0'])
    const { rows } = await database.pool.query(
      'select acknowledged_until from core.notification_alerts where id = $1',
      [alert],
    )
    expect(rows).toEqual([{ acknowledged_until: new Date(now.getTime() - MINUTE) }])
    await close(alert)
    await run(alert)
    await pass(alert, 600)
    expect(await toldOf(alert)).toHaveLength(2)
  })

  test('reads the alert again at each step, even if no event came', async () => {
    const alert = await openAlert()
    await run(alert, await newPolicy())
    await close(alert)
    await pass(alert, 600)
    expect(await toldOf(alert)).toEqual(['0: 0 0 0'])
  })

  test('begins after the event that closed the alert came first, and tells nobody', async () => {
    const alert = await openAlert()
    await close(alert)
    await run(alert)
    await run(alert, await newPolicy())
    expect(await toldOf(alert)).toEqual([])
  })

  test('only records what a policy without messages would tell', async () => {
    const alert = await openAlert()
    await run(alert, await newPolicy({ recordOnly: true }))
    await pass(alert, 600)
    expect(await toldOf(alert)).toEqual([])
    const { entries } = await escalationLog(database.pool, alert)
    expect(entries.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => 'recorded'))
  })

  test('does not wait after a step that reaches nobody', async () => {
    const alert = await openAlert()
    const gone = newId()
    await database.pool.query("insert into core.people (id, name, email) values ($1, 'Gone', $2)", [
      gone,
      `${gone}@example.com`,
    ])
    const policy = await newPolicy({
      steps: [
        { afterMinutes: 0, targets: [{ kind: 'person', id: gone }] },
        { afterMinutes: 30, targets: [{ kind: 'person', id: person }] },
      ],
    })
    await database.pool.query('update core.people set active = false where id = $1', [gone])
    await run(alert, policy)
    expect(await toldOf(alert)).toEqual(['0: 0 0 1'])
  })

  test('stops when its policy is deleted', async () => {
    const alert = await openAlert()
    const policy = await newPolicy()
    await run(alert, policy)
    await database.pool.query('update core.escalation_policies set deleted_at = now() where id = $1', [
      policy,
    ])
    await pass(alert, 600)
    expect(await toldOf(alert)).toEqual(['0: 0 0 0'])
  })

  test('by several processes at once tells each step once', async () => {
    const alert = await openAlert()
    const policy = await newPolicy()
    await Promise.all(Array.from({ length: 6 }, () => run(alert, policy)))
    expect(await toldOf(alert)).toEqual(['0: 0 0 0'])
  })
})

class Crash extends Error {}

/** A pool whose connections break at a statement, before or after the database carried it out. */
function crashingPool(at: number, isAfter: boolean): Pool {
  let count = 0
  const { pool } = database
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name)
      return async () => {
        const client = await pool.connect()
        return new Proxy(client, {
          get(inner, key) {
            const value: unknown = Reflect.get(inner, key)
            if (key === 'release') return (failure?: Error) => inner.release(failure ?? true)
            if (key !== 'query' || typeof value !== 'function') return value
            return async (...given: unknown[]) => {
              if (given[0] === 'rollback') throw new Crash()
              count += 1
              if (count === at && !isAfter) throw new Crash()
              const answer: unknown = await Reflect.apply(value, inner, given)
              if (count === at && isAfter) throw new Crash()
              return answer
            }
          },
        })
      }
    },
  })
}

test('a crash before or after any statement loses no step and repeats none', async () => {
  let crashes = 0
  for (const isAfter of [false, true])
    for (let at = 1; at < 100; at += 1) {
      const alert = await openAlert()
      const policy = await newPolicy()
      let hasCrashed = false
      await run(alert, policy, crashingPool(at, isAfter)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
        hasCrashed = true
      })
      // The queue delivers the event again, and the next step comes in its time.
      await run(alert, policy)
      woken.set(alert, new Date(now.getTime() + 5 * MINUTE))
      await pass(alert, 5)
      expect(await toldOf(alert)).toEqual(['0: 0 0 0', '5: 0 0 1'])
      now = new Date('2026-11-23T09:00:00Z')
      if (!hasCrashed) break
      crashes += 1
    }
  // From `begin` to `commit`, before and after each.
  expect(crashes).toBeGreaterThan(20)
})

test('whatever happens in whatever order, nobody is told after the end or while it is acknowledged', async () => {
  const action = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
    fc.constantFrom('acknowledge' as const, 'close' as const, 'crash' as const, 'event' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 8 }), async (actions) => {
      now = new Date('2026-11-23T09:00:00Z')
      const alert = await openAlert()
      const policy = await newPolicy({ acknowledgementMinutes: 45 })
      await run(alert, policy)
      let quietFrom = Infinity
      /** Messages while the alert is acknowledged, or after its end. */
      let wrong = 0
      for (const done of actions) {
        const before = (await toldOf(alert)).length
        const minute = (now.getTime() - Date.parse('2026-11-23T09:00:00Z')) / MINUTE
        if (typeof done === 'number') await pass(alert, done)
        else if (done === 'crash') await run(alert, policy, crashingPool(5, false)).catch(() => {})
        else if (done === 'event') await run(alert, policy)
        else if (done === 'close') {
          await close(alert)
          quietFrom = Math.min(quietFrom, minute)
        } else {
          await acknowledge(alert)
          const after = (await toldOf(alert)).length
          await pass(alert, 44)
          wrong += (await toldOf(alert)).length - after
        }
        if (quietFrom < Infinity) wrong += (await toldOf(alert)).length - before
      }
      const steps = (await toldOf(alert)).map((text) => text.replace(/^\S+ /, ''))
      expect({ wrong, told: new Set(steps).size }).toEqual({ wrong: 0, told: steps.length })
    }),
    { numRuns: 25 },
  )
})
