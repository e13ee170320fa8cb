import { type AlertAct, alertActed, type AlertVerb, MOST_ACTED } from '@binnacle/contract/notifications'
import { request } from '../../../application/requests/api.ts'

/** Does something about any number of alerts. @returns the ids of those that changed */
export async function actOnAlerts({ ids, verb, minutes, personId, until }: AlertAct): Promise<string[]> {
  const act = {
    verb,
    ...(minutes === undefined ? {} : { minutes }),
    ...(personId === undefined ? {} : { personId }),
    ...(until === undefined ? {} : { until }),
  }
  const changed: string[] = []
  for (let first = 0; first < ids.length; first += MOST_ACTED) {
    const body = { ...act, ids: ids.slice(first, first + MOST_ACTED) }
    // One after the other: each locks its alerts.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await request('/api/notification/alerts/act', alertActed, { method: 'POST', body })
    changed.push(...answer.changed)
  }
  return changed
}

/** What a verb did, as the toast says it. */
const deeds: Readonly<Record<AlertVerb, string>> = {
  acknowledge: 'acknowledged',
  unacknowledge: 'not acknowledged any more',
  snooze: 'snoozed',
  wake: 'no longer snoozed',
  resolve: 'resolved',
  reopen: 'opened again',
  assign: 'reassigned',
  silence: 'silenced',
}

/** The verb that takes another one back. Others need to know how it was. */
const undoes: Readonly<Partial<Record<AlertVerb, AlertVerb>>> = {
  acknowledge: 'unacknowledge',
  unacknowledge: 'acknowledge',
  snooze: 'wake',
  resolve: 'reopen',
  reopen: 'resolve',
}

/** What takes a verb back from the alerts that it changed. Undefined where nothing does. */
export function undoOf(
  { verb }: Pick<AlertAct, 'verb'>,
  changed: readonly string[],
  before?: { assignedTo: string | null },
): AlertAct | undefined {
  if (changed.length === 0) return undefined
  const ids = [...changed]
  if (verb === 'assign') return before === undefined ? undefined : { ids, verb, personId: before.assignedTo }
  const undo = undoes[verb]
  return undo === undefined ? undefined : { ids, verb: undo }
}

/** Says what happened to alerts. @param wanted how many were meant, of which some may have been so already */
export function deedOf(verb: AlertVerb, changed: number, wanted: number): string {
  const deed = deeds[verb]
  if (changed === 0)
    return wanted === 1 ? 'The alert was so already, or is over' : 'The alerts were so already, or are over'
  if (wanted === 1) return `${deed.charAt(0).toUpperCase()}${deed.slice(1)}`
  const count = changed.toLocaleString('en')
  return changed === wanted
    ? `${count} alerts ${deed}`
    : `${count} of ${wanted.toLocaleString('en')} alerts ${deed}`
}
