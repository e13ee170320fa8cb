import { RequestError } from '../errors.ts'
import type { Actor } from './actor.ts'

/**
 * Refuses a session of a recovery. Anyone who reads the mailbox could have opened it, and what they create would outlive it.
 * @throws RequestError EFORBIDDEN until the person chose a new password or gave a second factor
 */
export function requireChosenPassword(actor: Actor): void {
  if (actor.recovered === true)
    throw new RequestError(
      'EFORBIDDEN',
      'You signed in with a code from an email. Choose a new password in your profile settings first',
    )
}
