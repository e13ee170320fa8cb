import {
  EVERYTHING,
  isEmptySelector,
  silenceForm,
  silenceSelector,
  silenceTargets,
} from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { parseRow } from '../../../platform/data/rows.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { targetOf } from '../coverage.ts'
import { readForm, type SilenceValues } from '../form.ts'
import { selectorOf, type SilenceRow } from '../stored.ts'
import { storeWindows } from '../stored-windows.ts'
import { lockSilence, refuse, requireEditable, requireTarget, snapshot, valuesOf } from './silence.ts'

/** Writes what a form says. A new filter gets a new chance, and a new end is announced again. */
async function write(client: ClientBase, before: SilenceRow, values: SilenceValues): Promise<void> {
  const isFilterNew = values.filter !== before.filter
  const isEndNew = values.until?.getTime() !== before.until?.getTime()
  await tablesOn(client)
    .updateTable('core.notification_silences')
    .set({
      ...valuesOf(values),
      ...(isFilterNew ? { error: null, error_at: null } : {}),
      ...(isEndNew ? { ending_at: null } : {}),
    })
    .where('id', '=', before.id)
    .execute()
}

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

/** Changes a silence in the transaction of the caller. What the change does not name stays. */
export async function updateSilence(
  client: ClientBase,
  id: string,
  changes: Readonly<Record<string, unknown>>,
  actor: Actor,
  now: Date,
): Promise<void> {
  const before = await lockSilence(client, id)
  requireEditable(before)
  const form = parseRow(silenceForm, { ...formOf(before), ...withOneTarget(changes) })
  const read = readForm(form, {
    now,
    isNew: false,
    coversGone: staysWithoutResource(before, changes),
  })
  if (!read.ok) refuse(read.failure)
  if (silenceTargets.some((column) => read.value[column] !== before[column]))
    await requireTarget(client, read.value)
  await write(client, before, read.value)
  await storeWindows(client, [{ id, ...read.value }], now)
  const after = await lockSilence(client, id)
  await audit(client, actor, {
    action: 'update',
    resource: 'notification_silences',
    id,
    name: after.name ?? after.description,
    before: snapshot(before),
    after: snapshot(after),
  })
}
