import type { ComponentHistory } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import { healthOf } from '@binnacle/contract/core'

/** Most transitions of an answer. */
const MOST_TRANSITIONS = 5_000

/**
 * The transitions of a component's health in a range. The first is what held when the range began, if that is known.
 * @throws RequestError for a component that is not known
 */
export async function historyOf(
  pool: Pool,
  { id, from, to }: { id: string; from: Date; to: Date },
): Promise<ComponentHistory> {
  const tables = tablesOn(pool)
  const state = await tables
    .selectFrom('core.components as component')
    .leftJoin('core.component_states as state', 'state.component_id', 'component.id')
    .select(['state.health', 'state.since'])
    .where('component.id', '=', id)
    .executeTakeFirst()
  if (state === undefined) throw new RequestError('ENOTFOUND', 'Component not found')
  const transitions = tables
    .selectFrom('core.component_transitions')
    .select(['at', 'health', 'previous', 'reason'])
    .where('component_id', '=', id)
  const [rows, earlier] = await Promise.all([
    transitions.where('at', '>', from).where('at', '<=', to).orderBy('at').limit(MOST_TRANSITIONS).execute(),
    // At the start of the range a component has the health of the transition before it.
    transitions.where('at', '<=', from).orderBy('at', 'desc').limit(1).executeTakeFirst(),
  ])
  const shown = [...rows]
  if (earlier !== undefined) shown.unshift({ ...earlier, at: from })
  else if (rows[0]?.previous != null)
    shown.unshift({ at: from, health: rows[0].previous, previous: null, reason: null })
  // Its last transition is past its time, and dropped.
  else if (rows.length === 0 && state.health !== null && state.since !== null && state.since <= from)
    shown.unshift({ at: from, health: state.health, previous: null, reason: null })
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    transitions: shown.map(({ at, health, reason }) => ({
      at: at.toISOString(),
      health: healthOf(health),
      reason,
    })),
  }
}
