import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { removeCanaries } from './canaries/remove.ts'
import { canaryTable } from './canaries/table.ts'
import { logSpecs } from '../../platform/specs/log.ts'
import type { PushedCanary, PushedCheck, PushedChecks } from './ports.ts'
import { distinctName } from './results/distinct-name.ts'
import type { Recorder } from './results/record.ts'
import { toTransformed } from './results/result.ts'
import { nextStatus, type CheckStatus } from './results/check-status.ts'
import { retireChecks } from './scheduler/transformed.ts'

/** Milliseconds for which a check is reserved while its result is stored. */
const LEASE_MILLISECONDS = 30_000

const NAMESPACE = 'default'

const findCanary = `
  select id from core.canaries
  where agent_id = $1 and name = $2 and namespace = $3 and source = $4 and deleted_at is null`

const insertCanary = `
  insert into core.canaries (agent_id, name, namespace, spec, revision, source)
  values ($1, $2, $3, '{}', $5, $4)
  on conflict do nothing
  returning id`

/** Whether checks of a canary are in use. */
const isInUse = 'select from core.checks where canary_id = $1 and deleted_at is null limit 1'

/**
 * Stores pushed checks, updates only changed rows, and reserves those that no other process is storing. A check that was
 * taken out of use returns with its history.
 */
const storeChecks = `
  with canary as (
    select id, agent_id, namespace from core.canaries where id = $1 and deleted_at is null for share
  ),
  given as (
    select canary.id as canary_id, canary.agent_id, $2::text as type, given.name,
      coalesce(given.namespace, canary.namespace) as namespace, given.description, given.icon, given.endpoint,
      given.labels, given.severity
    from canary, json_to_recordset($3::json) as given (
      name text, namespace text, description text, icon text, endpoint text, labels jsonb, severity text
    )
  ),
  same as (
    -- The limit makes PostgreSQL look each check up. There is at most one.
    select stored.id, stored.name
    from given cross join lateral (
      select * from core.checks
      where (canary_id, type, name, agent_id) = (given.canary_id, given.type, given.name, given.agent_id) limit 1
    ) as stored
    where stored.pushed and stored.deleted_at is null
      and (stored.namespace, stored.description, stored.icon, stored.endpoint, stored.labels, stored.severity)
        is not distinct from
        (given.namespace, given.description, given.icon, given.endpoint, given.labels, given.severity)
  ),
  written as (
    insert into core.checks as stored (
      canary_id, agent_id, type, name, namespace, description, icon, endpoint, labels, severity, spec, pushed
    )
    select canary_id, agent_id, type, name, namespace, description, icon, endpoint, labels, severity, '{}', true
    from given where not exists (select from same where same.name = given.name)
    order by name
    on conflict (canary_id, type, name, agent_id) do update set
      namespace = excluded.namespace, description = excluded.description, icon = excluded.icon,
      endpoint = excluded.endpoint, labels = excluded.labels, severity = excluded.severity, deleted_at = null
    where stored.pushed
    returning id, name
  ),
  present as (select * from same union all select * from written),
  states as (
    insert into core.check_state as stored
      (check_id, revision, type, timeout_milliseconds, lease_owner, lease_id, lease_until)
    select present.id, '00000000-0000-0000-0000-000000000000', $2, 0, $4, $5, $6 from present order by present.id
    on conflict (check_id) do update set
      lease_owner = excluded.lease_owner, lease_id = excluded.lease_id, lease_until = excluded.lease_until
    where stored.lease_until is null or stored.lease_until < $7
    returning check_id, verdict, streak
  )
  select present.id, present.name, states.verdict, states.streak
  from present join states on states.check_id = present.id`

interface StoredRow extends CheckStatus {
  id: string
  name: string
}

export interface PushedDependencies {
  pool: Pool
  processId: string
  recorder: Recorder
  clock: Clock
}

/** One result changes the status: who pushes has decided already. */
const thresholds = { failure: 1, recovery: 1 }

function storable(type: string, { severity, state, text, ...check }: PushedCheck, time: Date) {
  const limited = toTransformed(
    {
      ...check,
      name: distinctName(check.name),
      type,
      state,
      message: state === 'healthy' ? text : undefined,
      error: state === 'unhealthy' ? text : undefined,
      durationMilliseconds: 0,
      deleteStrategy: undefined,
      isDeleted: false,
    },
    time,
  )
  return { ...limited, severity }
}

/** Creates the recorder of pushed results. */
export function createPushedChecks({ pool, processId, recorder, clock }: PushedDependencies): PushedChecks {
  const identity = ({ name, source }: PushedCanary) => [LOCAL_AGENT_ID, name, NAMESPACE, source]

  async function find(canary: PushedCanary): Promise<string | undefined> {
    const { rows } = await pool.query<{ id: string }>(findCanary, identity(canary))
    return rows[0]?.id
  }

  async function create(canary: PushedCanary): Promise<string | undefined> {
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string }>(insertCanary, [...identity(canary), newId()])
      const id = rows[0]?.id
      if (id !== undefined) await logSpecs(client, canaryTable, canary.source, [id], new Map())
      return id
    })
  }

  return {
    async keepCanary(canary) {
      // Another process may create it at the same time.
      const id = (await find(canary)) ?? (await create(canary)) ?? (await find(canary))
      if (id === undefined) throw new Error(`the canary ${canary.name} was removed while it was created`)
      return id
    },

    async removeCanary(canary) {
      const id = await find(canary)
      if (id === undefined) return
      await inTransaction(pool, async (client) => {
        // Wait for those who are storing checks of this canary, and let them store no more.
        await client.query('select from core.canaries where id = $1 for update', [id])
        if ((await client.query(isInUse, [id])).rowCount === 0)
          await removeCanaries(client, { now: clock.now(), by: canary.source }, [id])
      })
    },

    async record(canaryId, type, checks) {
      const now = clock.now()
      const limited = checks.map((check) => ({ given: check.name, check: storable(type, check, now) }))
      const byName = new Map(limited.map((each) => [each.check.name, each]))
      const leaseId = newId()
      const { rows } = await pool.query<StoredRow>(storeChecks, [
        canaryId,
        type,
        JSON.stringify([...byName.values()].map(({ check: { result: _stored, ...row } }) => row)),
        processId,
        leaseId,
        new Date(now.getTime() + LEASE_MILLISECONDS),
        now,
      ])
      const recorded = await Promise.all(
        rows.map(async (row): Promise<[string, string] | undefined> => {
          const found = byName.get(row.name)
          if (found === undefined) return undefined
          const { result } = found.check
          const stored = await recorder.record({
            checkId: row.id,
            canaryId,
            leaseId,
            result,
            status: nextStatus(row, result.state, thresholds),
            nextDue: null,
            skipped: 0,
            isPushed: true,
          })
          return stored ? [found.given, row.id] : undefined
        }),
      )
      return new Map(recorded.filter((entry) => entry !== undefined))
    },

    async retire(checkIds) {
      if (checkIds.length > 0) await pool.query(retireChecks, [checkIds, clock.now()])
    },
  }
}
