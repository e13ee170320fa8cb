import { createRedactor, type Egress } from '@binnacle/egress'
import { decodePart } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import type { TellOperator } from '../operator.ts'

/** An email to one person, as plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Delivers an email. @throws with the reason if it fails */
export type SendMail = (mail: Mail) => Promise<void>

const CONNECT_MILLISECONDS = 15_000
/** Longest silence of a server in milliseconds. */
const SILENCE_MILLISECONDS = 30_000

/** What a mail server is asked before it has the text of an email. Its words about these cannot repeat a code. */
const beforeText = /^(?:AUTH|EHLO|HELO|LHLO|STARTTLS|MAIL FROM|RCPT TO)/

/**
 * Makes of what went wrong an error that may be stored and shown. What a server says of the text of an email may repeat it,
 * so only the operator gets those words.
 */
function safeError(error: unknown, { to }: Mail, password: string, tell: TellOperator): Error {
  const redact = createRedactor([password].filter((text) => text !== ''))
  const said = z
    .object({
      command: z.string().optional(),
      response: z.string().min(1),
      responseCode: z.number().optional(),
    })
    .safeParse(error)
  if (!said.success || beforeText.test(said.data.command ?? ''))
    return new Error(redact(error instanceof Error ? error.message : String(error)))
  const { responseCode, response } = said.data
  tell('a mail server did not take an email', { to, answer: redact(response) })
  const status = responseCode === undefined ? '' : ` (status ${responseCode})`
  return new Error(
    `the mail server did not take the text of the email${status}; its words are on the terminal of the server`,
  )
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/**
 * Sends emails to an SMTP server through egress.
 * @param smtpUrl smtp:// or smtps://, with user and password and options of nodemailer as query parameters
 */
export function createSmtpSender(
  smtpUrl: string,
  from: string,
  egress: Egress,
  tell: TellOperator,
): SendMail {
  const url = new URL(smtpUrl)
  const password = decodePart(url.password)
  const secure = url.protocol === 'smtps:'
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port)
  // Never send a password in plain text, unless the address says so (?requireTLS=false) or the server is this machine.
  const demandsTls =
    !secure && url.username !== '' && !isLocal(url.hostname) && !url.searchParams.has('requireTLS')
  return async (mail) => {
    const connected = await egress.connect({
      host: url.hostname,
      port,
      signal: AbortSignal.timeout(CONNECT_MILLISECONDS),
    })
    if (!connected.ok) throw new Error(connected.failure.message)
    const { socket } = connected.value
    // Load it late, because most processes never send an email.
    const { createTransport } = await import('nodemailer')
    try {
      await createTransport({
        url: smtpUrl,
        port,
        connection: socket,
        ...(demandsTls ? { requireTLS: true } : {}),
        greetingTimeout: CONNECT_MILLISECONDS,
        socketTimeout: SILENCE_MILLISECONDS,
        disableFileAccess: true,
        disableUrlAccess: true,
      }).sendMail({ from, ...mail })
    } catch (error) {
      // Without a cause: it would bring the words of the server into the log.
      throw safeError(error, mail, password, tell)
    } finally {
      socket.destroy()
    }
  }
}

/** Shows emails to the operator, for installations without a mail server. Their codes open accounts, so no log has them. */
export function createOperatorSender(tell: TellOperator): SendMail {
  return async ({ to, subject, text }) => {
    tell('an email is not sent, because SMTP_URL is not set', { to, subject, text })
  }
}
