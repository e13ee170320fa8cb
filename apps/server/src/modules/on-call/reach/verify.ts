import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { createRedactor } from '@binnacle/contract/redact'
import type { ClientBase, Pool } from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Mails } from '../../../platform/mail/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Alerting, PlainMessage, ReachMethod } from '../ports.ts'
import { type MethodRow, sendingMethod } from './stored.ts'
import { requireMethod } from './method.ts'

/** What sends messages to one person at once. */
export interface SenderDependencies {
  pool: Pool
  secrets: Secrets
  mails: Pick<Mails, 'queue'>
  publicUrl: string
  now: () => Date
  /** Undefined while no module sends by other ways than email. */
  alerting: () => Pick<Alerting, 'sendTest' | 'notify'> | undefined
}

/** Milliseconds for which a code is good. */
const CODE_LIFE = 15 * 60_000
/** Milliseconds between two codes to the same address. */
const CODE_PAUSE = 60_000
/** Wrong codes after which a new one has to be sent: a guess is right with a chance of one to 200,000. */
const CODE_ATTEMPTS = 5
const CODE_NUMBERS = 1_000_000

const digestOf = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest()

/**
 * Sends a message by one method.
 * @param code in the message, which the reason must not repeat: it would verify an address that never got it
 * @throws RequestError with the reason
 */
export async function sendPlainMessage(
  { pool, mails, publicUrl, alerting }: SenderDependencies,
  personId: string,
  method: ReachMethod,
  message: PlainMessage,
  code?: string,
): Promise<void> {
  if (method.kind === 'email') {
    const { title, body, path } = message
    await mails.queue(pool, {
      to: method.address,
      subject: title,
      text: `${body}\n\n${new URL(path, publicUrl).href}\n`,
    })
    return
  }
  const sender = alerting()
  if (sender === undefined) throw new RequestError('ECONFLICT', 'This installation sends by email only')
  const sent = await sender.sendTest(personId, method, message)
  const redact = createRedactor(code === undefined ? [] : [code])
  if (!sent.ok) throw new RequestError('ECONFLICT', `The message was not sent: ${redact(sent.failure)}`)
}

/** The method behind a row. @throws RequestError if messages cannot be sent by it */
function requireSending(secrets: Secrets, row: MethodRow): ReachMethod {
  const method = sendingMethod(secrets, row)
  if (method === undefined)
    throw new RequestError(
      'ECONFLICT',
      `${row.label}: the connection is gone. Remove this way and add it again`,
    )
  return method
}

/** Makes a code, and counts that it is sent. @throws RequestError if the last one is too recent */
async function renewCode(client: ClientBase, row: MethodRow, now: Date): Promise<string> {
  if (row.verified_at !== null) throw new RequestError('ECONFLICT', 'This way is verified already')
  const last = row.code_sent_at?.getTime() ?? -Infinity
  if (now.getTime() - last < CODE_PAUSE)
    throw new RequestError(
      'ECONFLICT',
      'A code was sent less than a minute ago; wait before you ask for another',
    )
  const code = String(randomInt(CODE_NUMBERS)).padStart(6, '0')
  await tablesOn(client)
    .updateTable('core.contact_methods')
    .set({ code_digest: digestOf(row.id, code), code_sent_at: now, code_attempts: 0 })
    .where('id', '=', row.id)
    .execute()
  return code
}

/** Most messages that a person may have sent to themselves within an hour: they may enter addresses of strangers. */
const MOST_OWN_MESSAGES = 20

/** Counts a message that a person has sent. @throws RequestError if there were too many */
export async function countOwnMessage(
  client: ClientBase,
  actor: Actor,
  action: 'send code' | 'send test',
  { id, label }: { id: string; label: string },
  now: Date,
): Promise<void> {
  // Requests at the same time would all find the same number.
  await tablesOn(client)
    .selectFrom('core.people')
    .select('id')
    .where('id', '=', actor.personId)
    .forNoKeyUpdate()
    .execute()
  const { sent } = await tablesOn(client)
    .selectFrom('core.audit_log')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('person_id', '=', actor.personId)
    .where('created_at', '>', new Date(now.getTime() - 60 * 60_000))
    .where('resource', '=', 'contact_methods')
    .where('action', '=', anyOf(['send code', 'send test']))
    .executeTakeFirstOrThrow()
  if (sent >= MOST_OWN_MESSAGES)
    throw new RequestError('ECONFLICT', `You sent ${MOST_OWN_MESSAGES} codes and tests within an hour; wait`)
  await audit(client, actor, { action, resource: 'contact_methods', id, name: label })
}

/** Keeps others from changing a method until the transaction ends. */
async function lockMethod(client: ClientBase, id: string): Promise<void> {
  await tablesOn(client)
    .selectFrom('core.contact_methods')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/** Sends a code to an address of the requesting person. */
export async function sendCode(dependencies: SenderDependencies, id: string, actor: Actor): Promise<void> {
  const { pool, secrets, now } = dependencies
  const { code, method } = await inTransaction(pool, async (client) => {
    await lockMethod(client, id)
    const row = await requireMethod(client, id, actor)
    await countOwnMessage(client, actor, 'send code', row, now())
    return { method: requireSending(secrets, row), code: await renewCode(client, row, now()) }
  })
  const message = {
    title: `${code} is your code for Binnacle`,
    body: `Enter ${code} to have alerts sent here. The code is valid for 15 minutes. If you did not ask for it, ignore this message.`,
    path: '/on-call/me',
  }
  await sendPlainMessage(dependencies, actor.personId, method, message, code)
}

/** Verifies an address by the code that was sent there. */
export async function verifyMethod(
  { pool, now }: Pick<SenderDependencies, 'pool' | 'now'>,
  id: string,
  code: string,
  actor: Actor,
): Promise<void> {
  const problem = await inTransaction(pool, async (client) => {
    await lockMethod(client, id)
    const row = await requireMethod(client, id, actor)
    if (row.verified_at !== null) return undefined
    const method = tablesOn(client).updateTable('core.contact_methods').where('id', '=', id)
    const sentAt = row.code_sent_at?.getTime() ?? -Infinity
    if (row.code_digest === null || now().getTime() - sentAt > CODE_LIFE)
      return 'The code is too old. Ask for a new one'
    if (row.code_attempts >= CODE_ATTEMPTS) return 'Too many wrong codes. Ask for a new one'
    if (!timingSafeEqual(row.code_digest, digestOf(id, code))) {
      // Counted in a transaction that is committed, so the failure is thrown after it.
      await method.set((expressions) => ({ code_attempts: expressions('code_attempts', '+', 1) })).execute()
      return 'This is not the code that was sent'
    }
    await method.set({ verified_at: now(), code_digest: null, code_attempts: 0 }).execute()
    await audit(client, actor, {
      action: 'verify',
      resource: 'contact_methods',
      id,
      name: row.label,
      after: { verified: true },
    })
    return undefined
  })
  if (problem !== undefined) throw new RequestError('EINVALID', problem, [{ path: 'code', message: problem }])
}
