import type { NotNull } from 'kysely'
import type { ClientBase } from 'pg'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { Mails } from '../../platform/mail/index.ts'
import type { Alerting, PlainMessage } from './ports.ts'

/** What sends messages that are about no alert. */
export interface NoticeDependencies {
  mails: Pick<Mails, 'queue'>
  publicUrl: string
  /** Undefined while no module sends by other ways than email. */
  alerting: () => Pick<Alerting, 'notify'> | undefined
}

/** Sends a message to a person, if the transaction is committed: by their own ways, or by email. */
export async function sendNotice(
  { alerting, mails, publicUrl }: NoticeDependencies,
  client: ClientBase,
  personId: string,
  message: PlainMessage,
): Promise<void> {
  const sender = alerting()
  if (sender !== undefined) return sender.notify(client, personId, message)
  const person = await tablesOn(client)
    .selectFrom('core.people')
    .select('email')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    // Only removed people have no address (people_email_in_use).
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  if (person === undefined) return
  await mails.queue(client, {
    to: person.email,
    subject: message.title,
    text: `${message.body}\n\n${new URL(message.path, publicUrl).href}\n`,
  })
}

/** A time as messages say it, with its zone: `Mon 23 Nov, 09:00 (Europe/Berlin)`. */
export function saidTime(instant: number, timeZone: string): string {
  return `${shortTime(instant, timeZone)} (${timeZone})`
}

/** The same without the zone. */
export function shortTime(instant: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return format.format(instant)
}
