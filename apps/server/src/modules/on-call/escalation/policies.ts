import type { Connection } from '../../../platform/database/tables-on.ts'
import {
  type EscalationTarget,
  type PolicyDetails,
  policyForm,
  type PolicyForm,
  type TargetName,
} from '@binnacle/contract/on-call'
import type { ClientBase } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Columns } from '../../../platform/database/columns.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'

type PolicyRow = Columns<
  'core.escalation_policies',
  'id' | 'name' | 'description' | 'steps' | 'repeat' | 'acknowledgement_minutes' | 'hold' | 'record_only'
>

const columns = 'id, name, description, steps, repeat, acknowledgement_minutes, hold, record_only'
const MOST_POLICIES = 500

function detailsOf(row: PolicyRow): PolicyDetails {
  const { id, acknowledgement_minutes: acknowledgementMinutes, record_only: recordOnly, ...stored } = row
  return { ...policyForm.parse({ ...stored, acknowledgementMinutes, recordOnly }), id }
}

/** Reads a policy, a deleted one excepted. */
export async function findPolicy(reader: Connection, id: string): Promise<PolicyDetails | undefined> {
  const { rows } = await reader.query<PolicyRow>(
    `select ${columns} from core.escalation_policies where id = $1 and deleted_at is null`,
    [id],
  )
  const [row] = rows
  return row === undefined ? undefined : detailsOf(row)
}

const targetsOf = ({ steps }: Pick<PolicyForm, 'steps'>): EscalationTarget[] =>
  steps.flatMap(({ targets }) => targets)

/** Names of targets; those that are gone are left out. */
export async function nameTargets(
  reader: Connection,
  targets: readonly EscalationTarget[],
): Promise<TargetName[]> {
  const idsOf = (kind: EscalationTarget['kind']) => [
    ...new Set(targets.filter((target) => target.kind === kind).map(({ id }) => id)),
  ]
  const { rows } = await reader.query<TargetName>(
    `select 'rota' as kind, id, name from core.on_call_rotas where id = any($1) and deleted_at is null
     union all
     select 'team', id, name from core.teams where id = any($2) and deleted_at is null
     union all
     select 'person', id, name from core.people where id = any($3) and deleted_at is null and active`,
    [idsOf('rota'), idsOf('team'), idsOf('person')],
  )
  return rows
}

/** All policies with the names of those whom they tell. */
export async function listPolicies(
  reader: Connection,
): Promise<{ policies: PolicyDetails[]; targets: TargetName[] }> {
  const { rows } = await reader.query<PolicyRow>(
    `select ${columns} from core.escalation_policies where deleted_at is null order by name limit ${MOST_POLICIES}`,
  )
  const policies = rows.map(detailsOf)
  return { policies, targets: await nameTargets(reader, policies.flatMap(targetsOf)) }
}

async function lockPolicy(client: ClientBase, id: string): Promise<PolicyRow> {
  const { rows } = await client.query<PolicyRow>(
    `select ${columns} from core.escalation_policies where id = $1 and deleted_at is null for no key update`,
    [id],
  )
  const [row] = rows
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
  const { rowCount } = await client.query(
    'select from core.escalation_policies where name = $1 and deleted_at is null and id is distinct from $2',
    [form.name, except],
  )
  if (rowCount === 0) return
  const message = `There is an escalation policy named "${form.name}" already`
  throw new RequestError('ECONFLICT', message, [{ path: 'name', message }])
}

const valuesOf = (form: PolicyForm) => [
  form.name,
  form.description === '' ? null : form.description,
  JSON.stringify(form.steps),
  JSON.stringify(form.repeat),
  form.acknowledgementMinutes,
  form.hold === null ? null : JSON.stringify(form.hold),
  form.recordOnly,
]

const resource = 'escalation_policies'

/** Creates a policy. @returns its id */
export async function createPolicy(client: ClientBase, form: PolicyForm, actor: Actor): Promise<string> {
  await refuseMistakes(client, form, null)
  const id = newId()
  await client.query(
    `insert into core.escalation_policies
       (id, name, description, steps, repeat, acknowledgement_minutes, hold, record_only, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, ...valuesOf(form), actor.personId],
  )
  await audit(client, actor, {
    action: 'create',
    resource,
    id,
    name: form.name,
    after: await lockPolicy(client, id),
  })
  return id
}

/** Changes a policy. Alerts that it escalates now follow the new steps from the next one on. */
export async function updatePolicy(
  client: ClientBase,
  id: string,
  form: PolicyForm,
  actor: Actor,
): Promise<void> {
  const before = await lockPolicy(client, id)
  await refuseMistakes(client, form, id)
  await client.query(
    `update core.escalation_policies
     set name = $2, description = $3, steps = $4, repeat = $5, acknowledgement_minutes = $6, hold = $7,
       record_only = $8
     where id = $1`,
    [id, ...valuesOf(form)],
  )
  const after = await lockPolicy(client, id)
  await audit(client, actor, { action: 'update', resource, id, name: form.name, before, after })
}

/** Takes a policy out of use. Its running escalations stop. */
export async function removePolicy(client: ClientBase, id: string, actor: Actor): Promise<void> {
  const before = await lockPolicy(client, id)
  await client.query('update core.escalation_policies set deleted_at = now() where id = $1', [id])
  await audit(client, actor, { action: 'delete', resource, id, name: before.name, before })
}
