import { Transform } from 'node:stream'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { excerpt } from '@binnacle/plugin-kit/checks'
import type { NotifierFailure, RunNotifier } from '@binnacle/plugin-kit/notifiers'
import { smtpOptions } from '@binnacle/plugin-kit/smtp'
import { errorText, stopped } from '@binnacle/plugin-kit/talk'
import type { SMTPSentMessageInfo } from 'nodemailer'
import { letterOf } from './letter.ts'
import { addressesIn, type EmailSpec } from './spec.ts'

const LONGEST_REASON = 500
/** Longest silence of a server before it greets. Milliseconds. */
const GREETING_MILLISECONDS = 30_000
/** How long a server may take to say whether it took a message. Source: RFC 5321 section 4.5.3.2.6. Milliseconds. */
const ANSWER_MILLISECONDS = 10 * 60_000

function responseCodeOf(error: unknown): number | undefined {
  const code = error instanceof Error ? Reflect.get(error, 'responseCode') : undefined
  return typeof code === 'number' ? code : undefined
}

/** Answers of 500 and above are final (RFC 5321 section 4.2.1). Without an answer the connection broke. */
function isTemporary(error: unknown): boolean {
  const code = responseCodeOf(error)
  return code === undefined || code < 500
}

/** What a server that refused a part of the recipients said. */
function refusalOf(sent: SMTPSentMessageInfo): string | undefined {
  const { accepted, rejected, rejectedErrors: reasons = [] } = sent
  if (rejected.length === 0) return undefined
  return `the server took the message for ${accepted.join(', ')} but not for ${rejected.join(', ')}: ${reasons.map(errorText).join('; ')}`
}

/** Sends an email over SMTP (RFC 5321), over a socket of egress. */
export const run: RunNotifier<EmailSpec> = async (spec, message, context) => {
  const { connection, egress, signal } = context
  const options = smtpOptions(connection)
  const address = spec.from ?? connection.properties['from']
  if (options === undefined || address === undefined)
    return fail({ message: 'the connection has no host or no sender', isTemporary: false })
  const { host, port } = options
  const name = spec.fromName ?? connection.properties['fromName'] ?? ''
  const letter = letterOf(spec, message, { name, address }, context)
  const connected = await egress.connect({ host, port, signal })
  if (!connected.ok) {
    const { code, message: reason } = connected.failure
    return fail({ message: reason, isTemporary: code !== 'denied' && code !== 'invalid-address' })
  }
  const { socket } = connected.value
  const stop = () => socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const refused = (reason: string, temporary: boolean): Result<never, NotifierFailure> =>
    fail({ message: excerpt(context, `${host}:${port}: ${reason}`, LONGEST_REASON), isTemporary: temporary })
  let isHandedOver = false
  try {
    // Load it late, because most processes never send an email.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...options,
      connection: socket,
      greetingTimeout: GREETING_MILLISECONDS,
      socketTimeout: ANSWER_MILLISECONDS,
    })
    // The message is read to its end only after the server asked for it.
    transport.use('stream', (mail, done) => {
      mail.message.transform(
        () =>
          new Transform({
            transform: (chunk, _encoding, next) => next(null, chunk),
            flush: (next) => {
              isHandedOver = true
              next()
            },
          }),
      )
      done()
    })
    const sent = await transport.sendMail({
      ...letter,
      to: addressesIn(spec.to).map((one) => ({ name: '', address: one })),
    })
    const refusal = refusalOf(sent)
    return refusal === undefined ? succeed({ id: letter.messageId }) : refused(refusal, false)
  } catch (error) {
    const failed = signal.aborted
      ? refused(stopped(signal), true)
      : refused(errorText(error), isTemporary(error))
    if (failed.ok || responseCodeOf(error) !== undefined || !isHandedOver) return failed
    // The server has the message and may have taken it. Another copy could be a second one, so none follows by itself.
    return fail({ ...failed.failure, isTemporary: false, mayHaveArrived: true })
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}
