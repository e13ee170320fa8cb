import {
  customService,
  type CustomService,
  furtherRecipient,
  type FurtherRecipient,
} from '@binnacle/contract/notifications'
import * as z from 'zod/mini'

// Fields of forms are texts, so lists of recipients are kept as JSON.

const services = z.array(customService)
const recipients = z.array(furtherRecipient)

/** Writes a list of recipients as the form keeps it. */
export const writeList = (list: readonly FurtherRecipient[] | null | undefined): string =>
  list === null || list === undefined || list.length === 0 ? '' : JSON.stringify(list)

/** Reads services that `writeList` wrote. */
export const readServices = (written: string): CustomService[] =>
  written === '' ? [] : services.parse(JSON.parse(written))

/** Reads recipients that `writeList` wrote. */
export const readRecipients = (written: string): FurtherRecipient[] =>
  written === '' ? [] : recipients.parse(JSON.parse(written))

/** Whether nobody is chosen yet. */
function isOpen(recipient: FurtherRecipient): boolean {
  if ('person_id' in recipient) return recipient.person_id === ''
  if ('team_id' in recipient) return recipient.team_id === ''
  return (recipient.connection ?? '') === '' && (recipient.url ?? '') === ''
}

/** A list as it is sent; null for none. Entries in which nobody is chosen yet are left out. */
export function sentList<Entry extends FurtherRecipient>(list: readonly Entry[]): Entry[] | null {
  const whole = list.filter((entry) => !isOpen(entry))
  return whole.length === 0 ? null : whole
}
