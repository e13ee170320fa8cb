import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { smtpOptions } from '@binnacle/plugin-kit/smtp'
import { errorText } from '@binnacle/plugin-kit/talk'
import type { EmailForm } from './spec.ts'

/** Signs in to the mail server. Sends no message. */
export const test: TestConnectionForm<EmailForm> = async ({ host, port }, context) => {
  const options = smtpOptions(context.connection)
  const connected = await context.egress.connect({ host, port, signal: context.signal })
  if (!connected.ok) {
    const { code, message } = connected.failure
    return (code === 'denied' || code === 'invalid-address' ? unknown : unhealthy)(message)
  }
  const { socket, address } = connected.value
  const stop = () => socket.destroy()
  context.signal.addEventListener('abort', stop, { once: true })
  const { createTransport } = await import('nodemailer')
  const details = { address, port }
  try {
    await createTransport({ ...options, connection: socket }).verify()
    return healthy({ message: options?.auth === undefined ? 'the server answers' : 'signed in', details })
  } catch (error) {
    return unhealthy(context.signal.aborted ? `${host}:${port} did not answer in time` : errorText(error), {
      details,
    })
  } finally {
    context.signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}
