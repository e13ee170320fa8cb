import { RequestError } from '../errors.ts'
import type { Actor } from './actor.ts'

/**
 * Refuses somebody who came in with a code from an email: whoever reads the mailbox could, and what they make would
 * outlive the recovery.
 * @throws RequestError EFORBIDDEN until they chose a new password or gave a second factor
 */
export function requireChosenPassword(actor: Actor): void {
  if (actor.recovered === true)
    throw new RequestError(
      'EFORBIDDEN',
      'You signed in with a code from an email. Choose a new password in your profile settings first',
    )
}
