import { LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/plugin-kit/core'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { signal } from '../../../platform/live/signal.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { logSpecs, specSnapshots } from '../../../platform/specs/log.ts'
import type { SavedSpec, SpecInput } from '../../../platform/specs/save.ts'
import { sealSpec } from '../../../platform/specs/stored-spec.ts'
import type { CanaryMetadata, ParsedCheck, ParsedSpec } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { wasRemoved } from './removed.ts'
import { canaryTable } from './table.ts'

/** A parsed canary to store. Without an id, the canary with the same identity is changed, or a new one is created. */
export interface CanaryInput extends SpecInput<CanaryMetadata, ParsedSpec> {
  /** Whether checks with errors are missing in the spec: stored checks with their names then stay. */
  isPartial?: boolean
}

/** Labels that controllers add to everything and that say nothing about a check. */
const noisyLabels = ['pod-template-hash', 'kustomize.toolkit.fluxcd.io']

/** What a suite is a check of. */
const SUITE_TYPE = 'junit'

function quietLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).filter(([key]) => !noisyLabels.some((noisy) => key.startsWith(noisy))),
  )
}

function checkRow(input: CanaryInput, check: ParsedCheck, sealed: unknown, secrets: Secrets) {
  const { definition } = check.type
  const { spec, metadata } = input
  const row = {
    type: definition.type,
    name: check.spec.name,
    namespace: check.spec.namespace ?? metadata.namespace,
    description: check.spec.description ?? null,
    icon: check.spec.icon ?? spec.icon ?? null,
    endpoint: definition.endpoint?.(check.spec) ?? null,
    labels: quietLabels({ ...metadata.labels, ...check.spec.labels }),
    owner: spec.owner ?? null,
    severity: check.spec.severity ?? spec.severity ?? null,
    // A check whose results are sent to it has no schedule.
    schedule: definition.receives === undefined ? spec.scheduleText : null,
    target: definition.target?.(check.spec) ?? null,
    timeout_milliseconds: Math.round(check.longestMilliseconds),
    keeps_data: check.hasDependents,
  }
  // Scripts can use these fields of the canary, so a change of them is a change of the check.
  const { name, namespace, labels } = metadata
  const { retries } = spec
  const content = [row, check.input, { name, namespace, labels, retries, suite: spec.hasSuite || undefined }]
  return { ...row, suite: false, spec: sealed, revision: revisionOf(secrets, content) }
}

/** Longest duration of all tests of a suite together: the largest value of the column. */
const LONGEST_SUITE = 2_147_483_647

/** The row of a suite. @param revision of the canary, because any change may change the result of the suite */
function suiteRow({ metadata, spec }: CanaryInput, types: CheckTypes, revision: string) {
  const taken = new Set(
    spec.checks.flatMap(({ type, spec: { name } }) => (type.definition.type === SUITE_TYPE ? [name] : [])),
  )
  let { name } = metadata
  while (taken.has(name)) name = `${name} suite`
  return {
    type: SUITE_TYPE,
    name,
    namespace: metadata.namespace,
    icon: spec.icon ?? null,
    labels: quietLabels(metadata.labels),
    owner: spec.owner ?? null,
    severity: spec.severity ?? null,
    schedule: spec.scheduleText,
    timeout_milliseconds: Math.min(
      LONGEST_SUITE,
      Math.round(spec.checks.reduce((sum, { longestMilliseconds }) => sum + longestMilliseconds, 0)),
    ),
    keeps_data: false,
    suite: true,
    spec: {},
    revision,
  }
}

/** The id of the canary in use with the same identity. */
async function knownCanary(client: ClientBase, input: CanaryInput): Promise<string | undefined> {
  if (input.id !== undefined) return input.id
  const { name, namespace } = input.metadata
  const known = await tablesOn(client)
    .selectFrom('core.canaries')
    .select('id')
    .where('agent_id', '=', LOCAL_AGENT_ID)
    .where('name', '=', name)
    .where('namespace', '=', namespace)
    .where(fragment`coalesce(source, 'UI')`, '=', input.source ?? UI_SOURCE)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return known?.id
}

async function storeCanary(
  client: ClientBase,
  input: CanaryInput,
  sealed: Record<string, unknown>,
  text: string | null,
  revision: string,
): Promise<SavedSpec> {
  const { name, namespace, labels, annotations } = input.metadata
  const content = {
    labels: JSON.stringify(labels),
    annotations: JSON.stringify(annotations),
    spec: JSON.stringify(sealed),
    revision,
    text,
  }
  const tables = tablesOn(client)
  if (input.id !== undefined) {
    const { numUpdatedRows } = await tables
      .updateTable('core.canaries')
      .set({ name, namespace, ...content })
      .where('id', '=', input.id)
      .where('deleted_at', 'is', null)
      .where('revision', '<>', revision)
      .executeTakeFirst()
    return { id: input.id, changed: numUpdatedRows > 0n }
  }
  const fresh = await tables
    .insertInto('core.canaries')
    .values({
      id: input.newId,
      agent_id: LOCAL_AGENT_ID,
      name,
      namespace,
      ...content,
      source: input.source,
      created_by: input.createdBy,
    })
    .onConflict((conflict) =>
      conflict
        .expression(fragment`agent_id, name, namespace, coalesce(source, 'UI')`)
        .where('deleted_at', 'is', null)
        .doUpdateSet(content)
        .whereRef('core.canaries.revision', '<>', 'excluded.revision'),
    )
    .returning('id')
    .executeTakeFirst()
  if (fresh !== undefined) return { id: fresh.id, changed: true }
  return { id: (await knownCanary(client, input)) ?? '', changed: false }
}

/** Whether a check was removed, or had no schedule and has one now. */
const wasAway = sql`stored.due_at is null and (excluded.due_at is not null or ${wasRemoved})`

/** Updates only changed rows. A check that was removed earlier returns with its history. @param given as JSON */
const storeChecks = (canaryId: string, given: string, now: Date) => sql`
  with given as (
    select * from json_to_recordset(${given}::json) as given (
      type text, name text, namespace text, description text, icon text, endpoint text, labels jsonb, owner text,
      severity text, spec jsonb, schedule text, target text, timeout_milliseconds integer, revision uuid,
      keeps_data boolean, suite boolean
    )
  ),
  written as (
    insert into core.checks as stored
      (canary_id, type, name, namespace, description, icon, endpoint, labels, owner, severity, spec, schedule, keeps_data,
      suite)
    select ${canaryId}::uuid, type, name, namespace, description, icon, endpoint, labels, owner, severity, spec,
      schedule, keeps_data, suite
    from given
    on conflict (canary_id, type, name, agent_id) do update set
      namespace = excluded.namespace, description = excluded.description, icon = excluded.icon,
      endpoint = excluded.endpoint, labels = excluded.labels, owner = excluded.owner, severity = excluded.severity,
      spec = excluded.spec, schedule = excluded.schedule, keeps_data = excluded.keeps_data, suite = excluded.suite,
      transformed = false, parent_id = null, delete_strategy = null, deleted_at = null
    returning id, type, name
  )
  insert into core.check_state as stored (check_id, revision, type, target, timeout_milliseconds, due_at, suite_id)
  select written.id, given.revision, given.type, given.target, given.timeout_milliseconds,
    case when given.schedule is not null or given.suite then ${now}::timestamptz end,
    case when not given.suite
      then (select suite.id from written as suite join given as own using (type, name) where own.suite)
    end
  from written join given using (type, name)
  on conflict (check_id) do update set
    revision = excluded.revision, target = excluded.target, timeout_milliseconds = excluded.timeout_milliseconds,
    due_at = excluded.due_at, suite_id = excluded.suite_id,
    -- The alert of a check ends when it is removed or its schedule stops, so its next failure has to count as its first.
    verdict = case when ${wasAway} then null else stored.verdict end,
    streak = case when ${wasAway} then 0 else stored.streak end,
    -- What still runs with the old spec may not store its result any more.
    lease_owner = null, lease_id = null, lease_until = null
  where stored.revision <> excluded.revision or stored.due_at is null`

/**
 * Retires checks that the spec no longer has, and transformed checks whose parent is gone or no longer transforms.
 * @param given as JSON
 */
const retireMissing = (canaryId: string, given: string, now: Date) => sql`
  with given as (
    select type, name, spec ? 'transform' as transforms
    from json_to_recordset(${given}::json) as given (type text, name text, spec jsonb)
  ),
  present as (
    select checks.id, given.transforms from core.checks join given using (type, name)
    where checks.canary_id = ${canaryId} and not checks.transformed
  ),
  missing as (
    update core.checks set deleted_at = ${now}
    where canary_id = ${canaryId} and deleted_at is null
      and not exists (select from present where present.id = checks.id)
      and not exists (select from present where present.id = checks.parent_id and present.transforms)
    returning id
  )
  update core.check_state
  set due_at = null, lease_owner = null, lease_id = null, lease_until = null
  from missing where missing.id = check_state.check_id`

/**
 * Stores a canary and its checks in the transaction of the caller. New and changed checks are due at once. Missing ones
 * are retired and keep their history.
 */
export async function saveCanary(
  client: ClientBase,
  { types, secrets, now }: { types: CheckTypes; secrets: Secrets; now: Date },
  input: CanaryInput,
): Promise<SavedSpec> {
  const { metadata, spec, text } = input
  const { isPartial = false } = input
  const revision = revisionOf(secrets, [
    metadata,
    spec.input,
    ...(text === undefined ? [] : [text]),
    // A complete spec must retire the checks that the partial one kept, so the two must have different revisions.
    ...(isPartial ? ['partial'] : []),
  ])
  const sealed = sealSpec(types, secrets, spec.input)
  const known = await knownCanary(client, input)
  const before = await specSnapshots(client, canaryTable, known === undefined ? [] : [known])
  const saved = await storeCanary(
    client,
    input,
    sealed,
    text === undefined ? null : secrets.seal(text),
    revision,
  )
  if (!saved.changed) return saved
  const counters = new Map<string, number>()
  const rows = spec.checks.map((check) => {
    const { type } = check.type.definition
    const index = counters.get(type) ?? 0
    counters.set(type, index + 1)
    const list = sealed[type]
    const sealedCheck: unknown = Array.isArray(list) ? list[index] : undefined
    return checkRow(input, check, isRecord(sealedCheck) ? sealedCheck : {}, secrets)
  })
  const suites = spec.hasSuite ? [suiteRow(input, types, revision)] : []
  const given = JSON.stringify([...rows, ...suites])
  if (!isPartial) await client.query(retireMissing(saved.id, given, now))
  await client.query(storeChecks(saved.id, given, now))
  // Wake the workers, which sleep until the next check is due.
  await signal(client, 'schedule')
  await logSpecs(client, canaryTable, input.by, [saved.id], before)
  return saved
}
