// Shows each detector as a check, so that rules tell of it as of any other check.
import type { DetectorName } from '@binnacle/contract/watchdog'
import type { Pool } from 'pg'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { PushedCheck, PushedChecks } from '../health/index.ts'
import { detectors } from './catalog.ts'
import type { DetectorState } from './detectors/detector-state.ts'
import type { DetectorStates } from './detector-states.ts'

/** The type of these checks. Alerts of this type are never held back. */
const WATCHDOG_TYPE = 'watchdog'

const canary = { name: 'watchdog', source: 'watchdog' }

function checkOf(name: DetectorName, { isBlind, since, reason }: DetectorState): PushedCheck {
  const { title, description } = detectors[name]
  return {
    name: title,
    namespace: undefined,
    description,
    icon: 'eye',
    endpoint: undefined,
    labels: { detector: name },
    severity: 'critical',
    state: isBlind ? 'unhealthy' : 'healthy',
    text: isBlind ? reason : description,
    details: { detector: name, since: since.toISOString() },
  }
}

/**
 * Records what detectors say as results of their checks.
 * @returns whether all were recorded; otherwise try again soon
 */
export async function recordChecks(
  { pool, pushed }: { pool: Pool; pushed: PushedChecks },
  states: ReadonlyMap<DetectorName, DetectorState>,
): Promise<boolean> {
  const checks = [...states].map(([name, state]) => checkOf(name, state))
  const recorded = await pushed.record(await pushed.keepCanary(canary), WATCHDOG_TYPE, checks)
  for (const name of states.keys()) {
    const id = recorded.get(detectors[name].title)
    if (id !== undefined)
      await tablesOn(pool)
        .updateTable('core.watchdog_detectors')
        .set({ check_id: id })
        .where('name', '=', name)
        .where('check_id', 'is distinct from', id)
        .execute()
  }
  return recorded.size === checks.length
}

/** Takes the checks out of use, because the product does not watch itself any more. */
export async function retireChecks(
  { pool, pushed }: { pool: Pool; pushed: PushedChecks },
  states: DetectorStates,
): Promise<void> {
  const ids = [...states.values()].flatMap(({ checkId }) => checkId ?? [])
  if (ids.length === 0) return
  await pushed.retire(ids)
  await pushed.removeCanary(canary)
  await tablesOn(pool).updateTable('core.watchdog_detectors').set({ check_id: null }).execute()
}
