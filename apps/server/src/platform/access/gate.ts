import { type Action, allow, type Feature, type Resource, type Role } from '@binnacle/contract/access'
import { RequestError } from '../errors.ts'
import type { Flags } from './flags.ts'

/** Who may pass a gate: everyone who is signed in, or those whose roles permit an action. */
export type Access = 'signed-in' | { resource: Resource; action: Action }

/** Decides who may use a route, a relation or a live topic. */
export interface Gate {
  access: Access
  /** Closed to everyone while this is disabled. */
  feature?: Feature | undefined
}

/** Why a gate refuses somebody; undefined to allow. */
export function refusalOf(
  { access, feature }: Gate,
  heldRoles: readonly Role[],
  flags: Flags,
  what = 'do this',
): RequestError | undefined {
  if (access !== 'signed-in' && !allow(heldRoles, access.resource, access.action))
    return new RequestError('EFORBIDDEN', `You do not have permission to ${what}`)
  if (feature !== undefined && flags.disabled(feature))
    return new RequestError('ENOTFOUND', `The feature "${feature}" is disabled`)
  return undefined
}

/** Adds a feature to the gates of all routes or other things that name no feature. */
export function partOf<Guarded extends { feature?: Feature | undefined }>(
  feature: Feature,
  guarded: readonly Guarded[],
): Guarded[] {
  return guarded.map((one) => ({ ...one, feature: one.feature ?? feature }))
}
