import type { ComponentHistory } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { RequestError } from '../../../platform/errors.ts'
import { healthOf } from '../roll-up/counts.ts'

/** Most transitions of an answer. */
const MOST_TRANSITIONS = 5_000

interface Row {
  at: Date
  health: string
  previous: string | null
  reason: string | null
}

const findTransitions = `
  select at, health, previous, reason from core.component_transitions
  where component_id = $1 and at > $2 and at <= $3 order by at limit ${MOST_TRANSITIONS}`

// At the start of the range a component has the health of the transition before it.
const findBefore = `
  select at, health, previous, reason from core.component_transitions
  where component_id = $1 and at <= $2 order by at desc limit 1`

/**
 * The transitions of a component's health in a range. The first is what held when the range began, if that is known.
 * @throws RequestError for a component that is not known
 */
export async function historyOf(
  pool: Pool,
  { id, from, to }: { id: string; from: Date; to: Date },
): Promise<ComponentHistory> {
  const known = await pool.query<{ health: string | null; since: Date | null }>(
    `select state.health, state.since from core.components as component
     left join core.component_states as state on state.component_id = component.id where component.id = $1`,
    [id],
  )
  const [state] = known.rows
  if (state === undefined) throw new RequestError('ENOTFOUND', 'Component not found')
  const [{ rows }, before] = await Promise.all([
    pool.query<Row>(findTransitions, [id, from, to]),
    pool.query<Row>(findBefore, [id, from]),
  ])
  const [earlier] = before.rows
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
