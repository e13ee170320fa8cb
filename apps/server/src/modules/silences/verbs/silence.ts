// What the verbs on silences share.
import { isEditableSource, type Problem } from '@binnacle/contract/core'
import { type SilenceTarget, silenceTargets } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Snapshot } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { SilenceValues } from '../form.ts'
import { silenceColumns, type SilenceRow, type SilenceTables } from '../stored.ts'

/** Columns that a form writes. */
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

const tables = {
  config_id: { table: 'core.config_items', name: 'catalog item' },
  component_id: { table: 'core.components', name: 'component' },
  check_id: { table: 'core.checks', name: 'check' },
  canary_id: { table: 'core.canaries', name: 'canary' },
} as const satisfies Readonly<Record<SilenceTarget, { table: string; name: string }>>

/** @throws RequestError that names what is wrong */
export function refuse(problems: readonly Problem[]): never {
  const [first] = problems
  throw new RequestError(
    'EINVALID',
    first === undefined ? 'The silence is not valid' : `${first.path}: ${first.message}`,
    [...problems],
  )
}

/** Whether the resource that a column names exists. */
export async function targetExists(client: ClientBase, column: SilenceTarget, id: string): Promise<boolean> {
  const found = await tablesOn(client)
    .selectFrom(tables[column].table)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** @throws RequestError at a field whose resource does not exist */
export async function requireTarget(client: ClientBase, values: SilenceValues): Promise<void> {
  for (const column of silenceTargets) {
    const id = values[column]
    if (id === null || (await targetExists(client, column, id))) continue
    refuse([{ path: column, message: `There is no ${tables[column].name} with this id` }])
  }
}

/** Reads a silence and keeps others from changing it until the transaction ends. @throws RequestError without one */
export async function lockSilence(client: ClientBase, id: string): Promise<SilenceRow> {
  const row = await tablesOn<SilenceTables>(client)
    .selectFrom('core.notification_silences')
    .select(silenceColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
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

/** The values of the columns that a form writes. */
export const valuesOf = ({ selector, ...values }: SilenceValues) => ({
  ...values,
  selector: JSON.stringify(selector),
})
