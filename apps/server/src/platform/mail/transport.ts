import type { Egress } from '@binnacle/egress'
import type { Log } from '../log.ts'

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

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/**
 * Sends emails to an SMTP server through egress.
 * @param smtpUrl smtp:// or smtps://, with user and password and options of nodemailer as query parameters
 */
export function createSmtpSender(smtpUrl: string, from: string, egress: Egress): SendMail {
  const url = new URL(smtpUrl)
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
    } finally {
      socket.destroy()
    }
  }
}

/** Writes emails to the log, for installations without a mail server. */
export function createLogSender(log: Log): SendMail {
  return async ({ to, subject, text }) => {
    log.info({ to, subject, text }, 'an email is not sent, because SMTP_URL is not set')
  }
}
