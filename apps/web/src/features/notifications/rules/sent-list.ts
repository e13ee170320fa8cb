import type { FurtherRecipient } from '@binnacle/contract/notifications'

/** Whether nobody is chosen yet. */
function isOpen(recipient: FurtherRecipient): boolean {
  if ('person_id' in recipient) return recipient.person_id === ''
  if ('team_id' in recipient) return recipient.team_id === ''
  return (recipient.connection ?? '') === '' && (recipient.url ?? '') === ''
}

/** A list of recipients as it is sent; null for none. Entries in which nobody is chosen yet are left out. */
export function sentList<Entry extends FurtherRecipient>(list: readonly Entry[]): Entry[] | null {
  const chosen = list.filter((entry) => !isOpen(entry))
  return chosen.length === 0 ? null : chosen
}
