import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Clock } from '../../platform/clock.ts'
import type { Columns } from '../../platform/database/columns.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { newId } from '../../platform/ids.ts'
import { removeCanaries } from './canaries/remove.ts'
import { wasRemoved } from './canaries/removed.ts'
import { canaryTable } from './canaries/table.ts'
import { logSpecs } from '../../platform/specs/log.ts'
import type { PushedCanary, PushedCheck, PushedChecks } from './ports.ts'
import { distinctName } from './results/distinct-name.ts'
import type { Recorder } from './results/record.ts'
import { toTransformed } from './results/result.ts'
import { nextStatus, type CheckStatus } from './results/check-status.ts'
import { retireChecks } from './scheduler/store/transformed-checks.ts'

/** Milliseconds for which a check is reserved while its result is stored. */
const LEASE_MILLISECONDS = 30_000

const NAMESPACE = 'default'

interface StoredChecks {
  canaryId: string
  type: string
  /** As JSON. */
  given: string
  processId: string
  leaseId: string
  /** When the lease ends. */
  until: Date
  now: Date
}

/**
 * Stores pushed checks, updates only changed rows, and reserves those that no other process is storing. A check that was
 * taken out of use returns with its history.
 */
const storeChecks = ({ canaryId, type, given, processId, leaseId, until, now }: StoredChecks) => sql`
  with canary as (
    select id, agent_id, namespace from core.canaries where id = ${canaryId} and deleted_at is null for share
  ),
  given as (
    select canary.id as canary_id, canary.agent_id, ${type}::text as type, given.name,
      coalesce(given.namespace, canary.namespace) as namespace, given.description, given.icon, given.endpoint,
      given.labels, given.severity
    from canary, json_to_recordset(${given}::json) as given (
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
    select present.id, '00000000-0000-0000-0000-000000000000', ${type}::text, 0, ${processId}::uuid,
      ${leaseId}::uuid, ${until}::timestamptz
    from present order by present.id
    on conflict (check_id) do update set
      lease_owner = excluded.lease_owner, lease_id = excluded.lease_id, lease_until = excluded.lease_until,
      -- The alert of a check ends when it is removed, so its next failure has to count as its first.
      verdict = case when ${wasRemoved} then null else stored.verdict end
    where stored.lease_until is null or stored.lease_until < ${now}
    returning check_id, verdict, streak
  )
  select present.id, present.name, states.verdict, states.streak
  from present join states on states.check_id = present.id`

interface StoredRow extends CheckStatus, Columns<'core.checks', 'id' | 'name'> {}

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
      related: undefined,
    },
    time,
  )
  return { ...limited, severity }
}

/** Creates the recorder of pushed results. */
export function createPushedChecks({ pool, processId, recorder, clock }: PushedDependencies): PushedChecks {
  async function find({ name, source }: PushedCanary): Promise<string | undefined> {
    const row = await tablesOn(pool)
      .selectFrom('core.canaries')
      .select('id')
      .where('agent_id', '=', LOCAL_AGENT_ID)
      .where('name', '=', name)
      .where('namespace', '=', NAMESPACE)
      .where('source', '=', source)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row?.id
  }

  async function create({ name, source }: PushedCanary): Promise<string | undefined> {
    return inTransaction(pool, async (client) => {
      const row = await tablesOn(client)
        .insertInto('core.canaries')
        .values({
          agent_id: LOCAL_AGENT_ID,
          name,
          namespace: NAMESPACE,
          spec: '{}',
          revision: newId(),
          source,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (row !== undefined) await logSpecs(client, canaryTable, source, [row.id], new Map())
      return row?.id
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
        const tables = tablesOn(client)
        await tables.selectFrom('core.canaries').select('id').where('id', '=', id).forUpdate().execute()
        const inUse = await tables
          .selectFrom('core.checks')
          .select('id')
          .where('canary_id', '=', id)
          .where('deleted_at', 'is', null)
          .limit(1)
          .executeTakeFirst()
        if (inUse === undefined) await removeCanaries(client, { now: clock.now(), by: canary.source }, [id])
      })
    },

    async record(canaryId, type, checks) {
      const now = clock.now()
      const limited = checks.map((check) => ({ given: check.name, check: storable(type, check, now) }))
      const byName = new Map(limited.map((each) => [each.check.name, each]))
      const leaseId = newId()
      const { rows } = await pool.query<StoredRow>(
        storeChecks({
          canaryId,
          type,
          given: JSON.stringify([...byName.values()].map(({ check: { result: _stored, ...row } }) => row)),
          processId,
          leaseId,
          until: new Date(now.getTime() + LEASE_MILLISECONDS),
          now,
        }),
      )
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
      if (checkIds.length > 0) await pool.query(retireChecks(checkIds, clock.now()))
    },
  }
}
