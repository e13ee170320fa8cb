import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import {
  type EscalationTarget,
  type PolicyDetails,
  policyForm,
  type PolicyForm,
  type TargetName,
} from '@binnacle/contract/on-call'
import { sql as fragment } from 'kysely'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'

const columns = [
  'id',
  'name',
  'description',
  'steps',
  'repeat',
  'acknowledgement_minutes',
  'hold',
  'record_only',
] as const

type PolicyRow = Columns<'core.escalation_policies', (typeof columns)[number]>

const MOST_POLICIES = 500

function detailsOf(row: PolicyRow): PolicyDetails {
  const { id, acknowledgement_minutes: acknowledgementMinutes, record_only: recordOnly, ...stored } = row
  return { ...policyForm.parse({ ...stored, acknowledgementMinutes, recordOnly }), id }
}

const policiesInUse = (reader: Connection) =>
  tablesOn(reader).selectFrom('core.escalation_policies').select(columns).where('deleted_at', 'is', null)

/** Reads a policy, a deleted one excepted. */
export async function findPolicy(reader: Connection, id: string): Promise<PolicyDetails | undefined> {
  const row = await policiesInUse(reader).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : detailsOf(row)
}

const targetsOf = ({ steps }: Pick<PolicyForm, 'steps'>): EscalationTarget[] =>
  steps.flatMap(({ targets }) => targets)

/** Names of targets; those that are gone are left out. */
async function nameTargets(reader: Connection, targets: readonly EscalationTarget[]): Promise<TargetName[]> {
  const idsOf = (kind: EscalationTarget['kind']) => [
    ...new Set(targets.filter((target) => target.kind === kind).map(({ id }) => id)),
  ]
  const { rows } = await reader.query<TargetName>(sql`
    select 'rota' as kind, id, name from core.on_call_rotas where id = any(${idsOf('rota')}) and deleted_at is null
    union all
    select 'team', id, name from core.teams where id = any(${idsOf('team')}) and deleted_at is null
    union all
    select 'person', id, name from core.people where id = any(${idsOf('person')}) and deleted_at is null and active`)
  return rows
}

/** All policies with the names of those whom they tell. */
export async function listPolicies(
  reader: Connection,
): Promise<{ policies: PolicyDetails[]; targets: TargetName[] }> {
  const rows = await policiesInUse(reader).orderBy('name').limit(MOST_POLICIES).execute()
  const policies = rows.map(detailsOf)
  return { policies, targets: await nameTargets(reader, policies.flatMap(targetsOf)) }
}

async function lockPolicy(client: ClientBase, id: string): Promise<PolicyRow> {
  const row = await policiesInUse(client).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no escalation policy with this id')
  return row
}

async function refuseMistakes(client: ClientBase, form: PolicyForm, except: string | null): Promise<void> {
  const known = await nameTargets(client, targetsOf(form))
  for (const [place, { targets }] of form.steps.entries())
    for (const [position, { kind, id }] of targets.entries())
      if (!known.some((target) => target.kind === kind && target.id === id)) {
        const message = `There is no ${kind} with this id`
        throw new RequestError('EINVALID', message, [
          { path: `steps[${place}].targets[${position}]`, message },
        ])
      }
  const other = await tablesOn(client)
    .selectFrom('core.escalation_policies')
    .select('id')
    .where('name', '=', form.name)
    .where('deleted_at', 'is', null)
    .where('id', 'is distinct from', except)
    .executeTakeFirst()
  if (other === undefined) return
  const message = `There is an escalation policy named "${form.name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

/** The values of the columns that a form writes. */
const valuesOf = (form: PolicyForm) => ({
  name: form.name,
  description: form.description === '' ? null : form.description,
  steps: JSON.stringify(form.steps),
  repeat: JSON.stringify(form.repeat),
  acknowledgement_minutes: form.acknowledgementMinutes,
  hold: form.hold === null ? null : JSON.stringify(form.hold),
  record_only: form.recordOnly,
})

const resource = 'escalation_policies'

/** Creates a policy. @returns its id */
export async function createPolicy(client: ClientBase, form: PolicyForm, actor: Actor): Promise<string> {
  await refuseMistakes(client, form, null)
  const id = newId()
  await tablesOn(client)
    .insertInto('core.escalation_policies')
    .values({ id, ...valuesOf(form), created_by: actor.personId })
    .execute()
  await audit(client, actor, {
    action: 'create',
    resource,
    id,
    name: form.name,
    after: await lockPolicy(client, id),
  })
  return id
}

/** Escalations that came to the end of the old steps go on with those that follow now. */
const goOn = (id: string, { steps }: PolicyForm): Sql => sql`
  update core.escalations as escalation set status = 'running',
    due_at = now() + make_interval(mins => (given.steps -> escalation.step ->> 'afterMinutes')::integer)
  from (select ${JSON.stringify(steps)}::jsonb as steps) as given
  where escalation.policy_id = ${id} and escalation.status = 'exhausted'
    and escalation.step < jsonb_array_length(given.steps)`

/** Changes a policy. Alerts that it escalates now follow the new steps from the next one on. */
export async function updatePolicy(
  client: ClientBase,
  id: string,
  form: PolicyForm,
  actor: Actor,
): Promise<void> {
  const before = await lockPolicy(client, id)
  await refuseMistakes(client, form, id)
  await tablesOn(client)
    .updateTable('core.escalation_policies')
    .set(valuesOf(form))
    .where('id', '=', id)
    .execute()
  await client.query(goOn(id, form))
  const after = await lockPolicy(client, id)
  await audit(client, actor, { action: 'update', resource, id, name: form.name, before, after })
}

/** Takes a policy out of use. Its running escalations stop. */
export async function removePolicy(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await lockPolicy(client, id)
  await tablesOn(client)
    .updateTable('core.escalation_policies')
    .set({ deleted_at: fragment<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await audit(client, actor, { action: 'delete', resource, id, name: before.name, before })
}
