import { type Claim, claimChecks } from './claim.ts'
import type { Leases } from './leases.ts'
import type { WorkerDependencies } from './parts.ts'
import { PER_TARGET, type Places } from './places.ts'

/** With more results waiting for the database than this, nothing new is started. */
const LARGEST_BACKLOG = 5_000

/** Whether a claim may have left due checks, because a type or a target has no place for more. */
export function leavesSome(
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

/** Claims as many due checks as there are places for. @returns them, and whether some were left */
export async function claimDue(
  { pool, processId, recorder, clock }: WorkerDependencies,
  places: Places,
  leases: Pick<Leases, 'claim'>,
): Promise<{ claims: readonly Claim[]; isCrowded: boolean }> {
  if (recorder.backlog > LARGEST_BACKLOG) return { claims: [], isCrowded: true }
  const free = places.free()
  const busy = places.busy()
  const request = { processId, now: clock.now(), free, busy, perTarget: PER_TARGET }
  const claims = await leases.claim(claimChecks(pool, request))
  return { claims, isCrowded: leavesSome(claims, free, busy) }
}
