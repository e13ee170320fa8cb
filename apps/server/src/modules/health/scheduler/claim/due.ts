import { type Claim, claimChecks } from './claim.ts'
import type { Leases } from './leases.ts'
import type { WorkerDependencies } from '../dependencies.ts'
import { PER_TARGET, type ConcurrencySlots } from './concurrency-slots.ts'

/** No check starts while more results than this wait for the database. */
const LARGEST_BACKLOG = 5_000

/** Whether a claim may have left due checks, because a type or a target has no free slot. */
export function mayLeaveDue(
  claims: readonly Pick<Claim, 'type'>[],
  free: Readonly<Record<string, number>>,
  busy: Readonly<Record<string, number>>,
): boolean {
  return (
    Object.entries(free).some(
      ([type, count]) => claims.filter((claim) => claim.type === type).length >= count,
    ) ||
    Object.values(busy).some((count) => count >= PER_TARGET) ||
    claims.length >= PER_TARGET
  )
}

/** Claims as many due checks as slots are free. @returns the claims, and whether due checks may remain */
export async function claimDue(
  { pool, processId, recorder, clock }: WorkerDependencies,
  slots: ConcurrencySlots,
  leases: Pick<Leases, 'claim'>,
): Promise<{ claims: readonly Claim[]; isCrowded: boolean }> {
  if (recorder.backlog > LARGEST_BACKLOG) return { claims: [], isCrowded: true }
  const free = slots.free()
  const busy = slots.busy()
  const request = { processId, now: clock.now(), free, busy, perTarget: PER_TARGET }
  const claims = await leases.claim(claimChecks(pool, request))
  return { claims, isCrowded: mayLeaveDue(claims, free, busy) }
}
