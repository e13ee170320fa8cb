import type { Egress } from '@binnacle/egress'
import { z } from 'zod'
import type { Configuration } from '../configuration.ts'
import type { Queryable } from '../database/index.ts'
import { defineJob, type Job } from '../jobs/index.ts'
import { createTellOperator, type Terminal } from '../operator.ts'
import type { Secrets } from '../secrets.ts'
import { createOperatorSender, createSmtpSender, type Mail } from './transport.ts'

/** Outgoing emails. They wait sealed in the queue of jobs, so that none is lost and nobody can read them there. */
export interface Mails {
  /**
   * Sends an email if the transaction is committed.
   * @param mail undefined does the same work without sending, so that timing does not reveal whether there is an email
   */
  queue(within: Queryable, mail: Mail | undefined): Promise<void>
  jobs: readonly Job[]
}

export interface MailsOptions {
  configuration: Pick<Configuration, 'mail'>
  egress: Egress
  secrets: Secrets
  /** Default: that of the process. */
  terminal?: Terminal | undefined
}

const mailShape = z.object({ to: z.string(), subject: z.string(), text: z.string() })
const payloadShape = z.object({ sealed: z.string() })
/** Attempts, over about a day with the pauses of the queue. */
const ATTEMPTS = 14
/** The payload without an email, which must look like one with an email. */
const nothing: Mail = { to: '', subject: '', text: ' '.repeat(400) }

/** Creates the sender of emails from the configuration. */
export function createMails({ configuration, egress, secrets, terminal }: MailsOptions): Mails {
  const { mail: server } = configuration
  const tell = createTellOperator(secrets, terminal)
  const send =
    server === undefined
      ? createOperatorSender(tell)
      : createSmtpSender(server.smtpUrl, server.from, egress, tell)

  const job = defineJob({
    name: 'SendMail',
    lane: 'messages',
    payload: payloadShape,
    attempts: ATTEMPTS,
    record: false,
    async run({ payload: { sealed } }) {
      const text = secrets.unseal(sealed)
      // The email can never be decrypted again, so retrying is useless.
      if (!text.ok)
        return { success: 1, errors: ['an email was sealed with another SECRET_KEY and is dropped'] }
      const mail = mailShape.parse(JSON.parse(text.value))
      if (mail.to !== '') await send(mail)
      return { success: 1, errors: [] }
    },
  })
  return {
    jobs: [job],
    queue: (within, mail) => job.add(within, { sealed: secrets.seal(JSON.stringify(mail ?? nothing)) }),
  }
}
