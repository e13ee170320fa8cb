import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { errorText } from '@binnacle/plugin-kit/talk'
import type { EmailForm } from './spec.ts'

const IMPLICIT_TLS_PORT = 465

const methods = { Plain: 'PLAIN', CRAMMD5: 'CRAM-MD5', OAuth2: 'XOAUTH2' } as const

/** The authentication of a sender. @returns undefined for a server without authentication */
function accountOf({ auth, username, password }: EmailForm) {
  if (auth === 'None' || username === undefined) return undefined
  if (auth === 'OAuth2') return { type: 'OAuth2' as const, user: username, accessToken: password ?? '' }
  return { user: username, pass: password ?? '' }
}

/** Signs in to the mail server. Sends no message. */
export const test: TestConnectionForm<EmailForm> = async (form, context) => {
  const { host, port, encryption, auth: method, insecure_tls: insecure } = form
  const secure = encryption === 'ImplicitTLS' || (encryption === 'Auto' && port === IMPLICIT_TLS_PORT)
  const connected = await context.egress.connect({ host, port, signal: context.signal })
  if (!connected.ok) {
    const { code, message } = connected.failure
    return (code === 'denied' || code === 'invalid-address' ? unknown : unhealthy)(message)
  }
  const { socket, address } = connected.value
  const stop = () => socket.destroy()
  context.signal.addEventListener('abort', stop, { once: true })
  const { createTransport } = await import('nodemailer')
  const auth = accountOf(form)
  const details = { address, port }
  try {
    await createTransport({
      host,
      port,
      connection: socket,
      secure,
      requireTLS: encryption === 'ExplicitTLS',
      ignoreTLS: encryption === 'None',
      tls: { rejectUnauthorized: !insecure, servername: host },
      ...(auth === undefined ? {} : { auth }),
      ...(method === 'Plain' || method === 'CRAMMD5' ? { authMethod: methods[method] } : {}),
      disableFileAccess: true,
      disableUrlAccess: true,
    }).verify()
    return healthy({ message: auth === undefined ? 'the server answers' : 'signed in', details })
  } catch (error) {
    return unhealthy(context.signal.aborted ? `${host}:${port} did not answer in time` : errorText(error), {
      details,
    })
  } finally {
    context.signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}
