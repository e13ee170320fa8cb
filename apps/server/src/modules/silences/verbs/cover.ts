import { UI_SOURCE } from '@binnacle/contract/core'
import { type SubjectKind } from '@binnacle/contract/kinds'
import { silenceForm, silenceTargets, targetKinds } from '@binnacle/contract/notifications'
import type { ClientBase } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { readTimes } from '../form.ts'
import type { SilenceTables } from '../stored.ts'
import { createSilence } from './create.ts'
import { refuse, targetExists } from './silence.ts'

/**
 * Silences one resource from now on, in the transaction of the caller.
 * @param until as a form says it
 * @returns whether it did: not if the resource is gone, or is silenced by itself for as long already
 * @throws RequestError with what is wrong with the time
 */
export async function coverResource(
  client: ClientBase,
  { kind, id }: { kind: SubjectKind; id: string },
  until: string,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const column = silenceTargets.find((target) => targetKinds[target] === kind)
  if (column === undefined) return false
  const form = silenceForm.parse({ [column]: id, from: 'now', until, description: 'Silenced at its alert' })
  const times = readTimes(form, { now, isNew: true })
  if (!times.ok) refuse(times.failure)
  if (!(await targetExists(client, column, id))) return false
  const longer = await tablesOn<SilenceTables>(client)
    .selectFrom('core.notification_silences')
    .select('id')
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .where('error', 'is', null)
    .where('filter', 'is', null)
    .where('schedule', 'is', null)
    .where('from', '<=', now)
    .where('until', '>=', times.value.until)
    .executeTakeFirst()
  if (longer !== undefined) return false
  await createSilence(client, form, actor, { source: UI_SOURCE, now })
  return true
}
