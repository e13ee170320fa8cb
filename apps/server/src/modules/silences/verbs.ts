import { allow } from '@binnacle/contract/access'
import { isEditableSource, type Problem, type UI_SOURCE } from '@binnacle/contract/core'
import {
  EVERYTHING,
  isEmptySelector,
  type SilenceForm,
  silenceForm,
  silenceSelector,
  type SilenceTarget,
  silenceTargets,
} from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../platform/access/actor.ts'
import { audit, type Snapshot } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { parseRow } from '../../platform/data/rows.ts'
import { RequestError } from '../../platform/errors.ts'
import { targetOf } from './coverage.ts'
import { readForm, type SilenceValues } from './form.ts'
import { columns, selectorOf, type SilenceRow } from './stored.ts'
import { storeWindows } from './stored-windows.ts'

/** What the maker of a silence says besides its content. */
interface NewSilence {
  id?: string | undefined
  /** Null if the API creates it for a client that names none. */
  source: typeof UI_SOURCE | null
}

const written = [
  'kind',
  'name',
  'namespace',
  'description',
  'from',
  'until',
  'schedule',
  'time_zone',
  'duration',
  'covers',
  'config_id',
  'check_id',
  'canary_id',
  'component_id',
  'recursive',
  'selector',
  'filter',
] as const satisfies readonly (keyof SilenceValues)[]

const names = written.map((column) => `"${column}"`).join(', ')
const places = (first: number) => written.map((_, place) => `$${place + first}`).join(', ')

const insert = `
  insert into core.notification_silences (id, source, created_by, ${names})
  values (coalesce($1::uuid, core.new_id()), $2, $3, ${places(4)})
  on conflict (id) do nothing returning id`

// A new filter gets a new chance, and a new end is announced again.
const update = `
  update core.notification_silences as silence set
    (${names}) = (${places(2)}),
    error = case when silence.filter is distinct from $${written.indexOf('filter') + 2} then null else silence.error end,
    error_at = case when silence.filter is distinct from $${written.indexOf('filter') + 2} then null else silence.error_at end,
    ending_at = case when silence.until is distinct from $${written.indexOf('until') + 2} then null else silence.ending_at end
  where id = $1`

const tables: Readonly<Record<SilenceTarget, { table: string; name: string }>> = {
  config_id: { table: 'core.config_items', name: 'catalog item' },
  component_id: { table: 'core.components', name: 'component' },
  check_id: { table: 'core.checks', name: 'health check' },
  canary_id: { table: 'core.canaries', name: 'canary' },
}

function refuse(problems: readonly Problem[]): never {
  const [first] = problems
  throw new RequestError(
    'EINVALID',
    first === undefined ? 'The silence is not valid' : `${first.path}: ${first.message}`,
    [...problems],
  )
}

async function requireTarget(client: ClientBase, values: SilenceValues): Promise<void> {
  for (const column of silenceTargets) {
    const id = values[column]
    if (id === null) continue
    const { table, name } = tables[column]
    const { rowCount } = await client.query(`select from ${table} where id = $1 and deleted_at is null`, [id])
    if (rowCount === 0) refuse([{ path: column, message: `There is no ${name} with this id` }])
  }
}

async function lockSilence(client: ClientBase, id: string): Promise<SilenceRow> {
  const { rows } = await client.query<SilenceRow>(
    `select ${columns} from core.notification_silences where id = $1 and deleted_at is null for update`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no silence with this id')
  return row
}

function requireEditable({ source }: SilenceRow): void {
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', `This silence comes from ${String(source)} and is changed there`)
}

/** As the audit log shows it. */
function snapshot(row: SilenceRow): Snapshot {
  return Object.fromEntries([...written, 'source' as const].map((column) => [column, row[column]]))
}

const valuesOf = (values: SilenceValues) => written.map((column) => values[column])

/** A stored silence as a form. Null stands for what it does not have. */
function formOf(row: SilenceRow): Readonly<Record<string, unknown>> {
  const { from, until, covers, id: _, error: _error, source: _source, ...rest } = row
  return {
    ...rest,
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
    selector: selectorOf(row),
    everything: covers === 'everything' ? EVERYTHING : null,
  }
}

/** Whether a change changes what the silence covers. */
function changesCoverage(changes: Readonly<Record<string, unknown>>): boolean {
  const selector = silenceSelector.safeParse(changes['selector'])
  return (
    (selector.success && !isEmptySelector(selector.data)) ||
    (changes['everything'] ?? null) !== null ||
    ['selector', 'everything'].some((covers) => changes['covers'] === covers)
  )
}

/** Whether a stored silence keeps covering a resource that is gone, and so nothing. */
function staysWithoutResource(before: SilenceRow, changes: Readonly<Record<string, unknown>>): boolean {
  return before.covers === 'resource' && targetOf(before) === undefined && !changesCoverage(changes)
}

/** The change of a client. Choosing one resource clears the others. Source: SIL-006. */
function withOneTarget(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const chosen = silenceTargets.filter((column) => (changes[column] ?? null) !== null)
  if (chosen.length !== 1 && !changesCoverage(changes)) return changes
  const cleared = Object.fromEntries(
    silenceTargets.filter((column) => !chosen.includes(column)).map((column) => [column, null]),
  )
  return { ...changes, ...cleared }
}

/** The verbs on silences: the one path of writes. The routes decide who may use them, except for deleting. */
export function createSilenceVerbs({ clock }: { clock: Clock }) {
  return {
    /** Creates a silence. @returns its id */
    async create(
      client: ClientBase,
      form: SilenceForm,
      actor: Actor,
      { id: wanted, source }: NewSilence,
    ): Promise<string> {
      const read = readForm(form, { now: clock.now(), isNew: true })
      if (!read.ok) refuse(read.failure)
      await requireTarget(client, read.value)
      const { rows } = await client.query<{ id: string }>(insert, [
        wanted ?? null,
        source,
        actor.personId,
        ...valuesOf(read.value),
      ])
      const id = rows[0]?.id
      if (id === undefined) throw new RequestError('ECONFLICT', 'There is a silence with this id already')
      await storeWindows(client, [{ id, ...read.value }], clock.now())
      await audit(client, actor, {
        action: 'create',
        resource: 'notification_silences',
        id,
        name: read.value.name ?? read.value.description,
        after: snapshot(await lockSilence(client, id)),
      })
      return id
    },

    /** Changes a silence. What the change does not name stays. */
    async update(
      client: ClientBase,
      id: string,
      changes: Readonly<Record<string, unknown>>,
      actor: Actor,
    ): Promise<void> {
      const before = await lockSilence(client, id)
      requireEditable(before)
      const form = parseRow(silenceForm, { ...formOf(before), ...withOneTarget(changes) })
      const read = readForm(form, {
        now: clock.now(),
        isNew: false,
        coversGone: staysWithoutResource(before, changes),
      })
      if (!read.ok) refuse(read.failure)
      if (silenceTargets.some((column) => read.value[column] !== before[column]))
        await requireTarget(client, read.value)
      await client.query(update, [id, ...valuesOf(read.value)])
      await storeWindows(client, [{ id, ...read.value }], clock.now())
      const after = await lockSilence(client, id)
      await audit(client, actor, {
        action: 'update',
        resource: 'notification_silences',
        id,
        name: after.name ?? after.description,
        before: snapshot(before),
        after: snapshot(after),
      })
    },

    /** Takes a silence out of use. It needs write on identities. Source: RBAC-036, decision 34. */
    async remove(client: ClientBase, id: string, actor: Actor): Promise<void> {
      if (!allow(actor.roles, 'identities', 'write'))
        throw new RequestError('EFORBIDDEN', 'You do not have permission to delete silences. End it instead')
      const before = await lockSilence(client, id)
      requireEditable(before)
      await client.query('update core.notification_silences set deleted_at = $2 where id = $1', [
        id,
        clock.now(),
      ])
      await audit(client, actor, {
        action: 'delete',
        resource: 'notification_silences',
        id,
        name: before.name ?? before.description,
        before: snapshot(before),
      })
    },
  }
}

export type SilenceVerbs = ReturnType<typeof createSilenceVerbs>
