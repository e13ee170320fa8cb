import { createHash } from 'node:crypto'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { mapSecrets, type SchemaNode } from '@binnacle/plugin-kit/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { OwnedCanaries } from '../../health/index.ts'
import { DEFAULT_SCHEDULE } from '../spec/schedule.ts'

/** Begins the sources of the canaries of components. The id of the component follows. */
const COMPONENT_SOURCE = 'component/'
/** Annotation of such a canary that says from which inline check it was made. */
const DIGEST = 'binnacle/inline'
/** Who makes them, for the audit log. */
const AUTHOR = 'topology'
const LONGEST_NAME = 240

/** A component with inline checks. */
export interface InlineOwner {
  id: string
  name: string
  namespace: string | null
  schedule: string | null
  /** The inline checks by their index among the checks of the component. */
  checks: readonly { index: number; inline: Readonly<Record<string, unknown>> }[]
}

/** Id of the links between components and their inline checks. Those of selectors begin otherwise. */
const INLINE = 'inline'

const link = (now: Date) => sql`
  with wanted as (
    select substr(canaries.source, ${COMPONENT_SOURCE.length + 1}::integer)::uuid as component_id, checks.id as check_id
    from core.canaries join core.checks on checks.canary_id = canaries.id and checks.deleted_at is null
    where canaries.source like ${`${COMPONENT_SOURCE}%`} and canaries.deleted_at is null
  ),
  added as (
    insert into core.check_component_relationships as stored (component_id, check_id, selector_id)
    select wanted.component_id, wanted.check_id, ${INLINE} from wanted
    join core.components on components.id = wanted.component_id
    order by 1, 2
    on conflict (component_id, check_id, selector_id) do update set deleted_at = null
    where stored.deleted_at is not null
    returning 1
  ),
  removed as (
    update core.check_component_relationships as stored set deleted_at = ${now}
    where stored.selector_id = ${INLINE} and stored.deleted_at is null
      and not exists (
        select from wanted
        where wanted.component_id = stored.component_id and wanted.check_id = stored.check_id
      )
    returning 1
  )
  select (select count(*) from added) + (select count(*) from removed) as changed`

/** What makes and removes the canaries of inline checks. */
export interface InlineCheckDependencies {
  pool: Pool
  secrets: Secrets
  canaries: OwnedCanaries
  /** Schema of a canary, which marks its secrets. */
  canarySchema: SchemaNode
}

/**
 * Makes a canary of each inline check of components, changes those that differ, takes others out of use, and links their
 * checks. @returns how many changed, and why some could not be made
 */
export async function syncInlineChecks(
  { pool, secrets, canaries, canarySchema }: InlineCheckDependencies,
  owners: readonly InlineOwner[],
  now: Date,
): Promise<{ changed: number; errors: string[] }> {
  const rows = await tablesOn(pool)
    .selectFrom('core.canaries')
    .select(['id', 'source', 'name', fragment<string | null>`annotations ->> ${DIGEST}`.as('digest')])
    .where('agent_id', '=', LOCAL_AGENT_ID)
    .where('source', 'like', `${COMPONENT_SOURCE}%`)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(rows.map((row) => [`${row.source} ${row.name}`, row]))
  const errors: string[] = []
  const kept = new Set<string>()
  let changed = 0
  for (const owner of owners)
    for (const { index, inline } of owner.checks) {
      const name = `${owner.name.slice(0, LONGEST_NAME)}-${index}`
      const source = COMPONENT_SOURCE + owner.id
      const namespace = owner.namespace ?? 'default'
      const schedule = inline['schedule'] ?? owner.schedule ?? DEFAULT_SCHEDULE
      const written = inline['interval'] === undefined ? { ...inline, schedule } : inline
      const digest = createHash('sha256')
        .update(JSON.stringify([namespace, written]))
        .digest('hex')
        .slice(0, 32)
      const before = known.get(`${source} ${name}`)
      if (before !== undefined) kept.add(before.id)
      if (before?.digest === digest) continue
      const spec = mapSecrets(canarySchema, written, (sealed) => {
        const opened = secrets.unseal(sealed)
        return opened.ok ? opened.value : sealed
      })
      const annotations = { [DIGEST]: digest }
      const saved = await inTransaction(pool, (client) =>
        canaries.keep(client, { name, namespace, labels: {}, annotations, source, spec, by: AUTHOR }),
      )
      if (saved.ok) {
        changed += 1
        kept.add(saved.value)
      } else {
        const [problem] = saved.failure
        errors.push(
          `${owner.name}: checks[${index}].inline: ${problem?.path ?? ''}: ${problem?.message ?? ''}`,
        )
      }
    }
  const gone = rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  changed += await inTransaction(pool, (client) => canaries.remove(client, gone, AUTHOR))
  const linked = await pool.query<{ changed: number }>(link(now))
  return { changed: changed + (linked.rows[0]?.changed ?? 0), errors }
}
