import type { EventPayload } from '@binnacle/contract'
import type { Queryable } from '../../../platform/database/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { Recordable } from './record.ts'

type CheckEvent = 'check.passed' | 'check.failed'

const names: readonly CheckEvent[] = ['check.passed', 'check.failed']

/**
 * What a result tells the rest of the product: that the check failed, also where it did so from its first run on, or
 * that it passes again. A result that contradicts the verdict less often than the thresholds ask for tells nothing, nor
 * does one that is unknown.
 */
function eventOf({ judged: { previous, verdict } }: Pick<Recordable, 'judged'>): CheckEvent | undefined {
  if (verdict === previous) return undefined
  if (verdict === 'unhealthy') return 'check.failed'
  return verdict === 'healthy' && previous === 'unhealthy' ? 'check.passed' : undefined
}

function payloadOf({ checkId, canaryId, result, judged }: Recordable): EventPayload<CheckEvent> {
  return { checkId, canaryId, time: result.time.toISOString(), previous: judged.previous }
}

/** Whether some results have to be told to anyone. */
export function haveEvents(events: Events, results: readonly Recordable[]): boolean {
  return results.some((result) => {
    const name = eventOf(result)
    return name !== undefined && events.isConsumed(name)
  })
}

/** Emits what results tell, in the transaction that stores them. */
export async function emitCheckEvents(
  within: Queryable,
  events: Events,
  results: readonly Recordable[],
): Promise<void> {
  const byName = Map.groupBy(results, eventOf)
  for (const name of names) await events.emit(within, name, ...(byName.get(name) ?? []).map(payloadOf))
}
