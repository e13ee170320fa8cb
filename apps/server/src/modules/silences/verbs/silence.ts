// What the verbs on silences share.
import { isEditableSource, type Problem } from '@binnacle/contract/core'
import { type SilenceTarget, silenceTargets } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Snapshot } from '../../../platform/audit.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { SilenceValues } from '../form.ts'
import { columns, type SilenceRow } from '../stored.ts'

/** Columns that a form writes, in the order of `valuesOf`. */
export const written = [
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

/** The columns of `written` as SQL. */
export const names = written.map((column) => `"${column}"`).join(', ')
/** Parameters for the columns of `written`. @param first number of the first one */
export const places = (first: number) => written.map((_, place) => `$${place + first}`).join(', ')

const tables: Readonly<Record<SilenceTarget, { table: string; name: string }>> = {
  config_id: { table: 'core.config_items', name: 'catalog item' },
  component_id: { table: 'core.components', name: 'component' },
  check_id: { table: 'core.checks', name: 'check' },
  canary_id: { table: 'core.canaries', name: 'canary' },
}

/** @throws RequestError that names what is wrong */
export function refuse(problems: readonly Problem[]): never {
  const [first] = problems
  throw new RequestError(
    'EINVALID',
    first === undefined ? 'The silence is not valid' : `${first.path}: ${first.message}`,
    [...problems],
  )
}

/** @throws RequestError at a field whose resource does not exist */
export async function requireTarget(client: ClientBase, values: SilenceValues): Promise<void> {
  for (const column of silenceTargets) {
    const id = values[column]
    if (id === null) continue
    const { table, name } = tables[column]
    const { rowCount } = await client.query(`select from ${table} where id = $1 and deleted_at is null`, [id])
    if (rowCount === 0) refuse([{ path: column, message: `There is no ${name} with this id` }])
  }
}

/** Reads a silence and keeps others from changing it until the transaction ends. @throws RequestError without one */
export async function lockSilence(client: ClientBase, id: string): Promise<SilenceRow> {
  const { rows } = await client.query<SilenceRow>(
    `select ${columns} from core.notification_silences where id = $1 and deleted_at is null for update`,
    [id],
  )
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no silence with this id')
  return row
}

/** @throws RequestError where a silence is written elsewhere */
export function requireEditable({ source }: SilenceRow): void {
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', `This silence comes from ${String(source)} and is changed there`)
}

/** As the audit log shows it. */
export function snapshot(row: SilenceRow): Snapshot {
  return Object.fromEntries([...written, 'source' as const].map((column) => [column, row[column]]))
}

/** The values of the columns of `written`. */
export const valuesOf = (values: SilenceValues) => written.map((column) => values[column])
