import type { Actor } from '../access/actor.ts'
import type { LiveEvent } from './index.ts'

/** Whether an event may have changed a reader's rights: roles, account state, session, or feature flags. */
export function mayChangeRights(event: LiveEvent, { personId, sessionId, tokenId }: Actor): boolean {
  if (event.kind === 'resync') return true
  const { topic, ids } = event.change
  const own = { people: personId, sessions: sessionId ?? tokenId ?? '' }
  if (topic !== 'people' && topic !== 'sessions') return topic === 'properties'
  return ids === null || ids.includes(own[topic])
}
