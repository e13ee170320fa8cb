import type { ConnectionValues } from '../core/connection.ts'

const IMPLICIT_TLS_PORT = 465
const DEFAULT_PORT = 587

const methods: Readonly<Record<string, string>> = { Plain: 'PLAIN', CRAMMD5: 'CRAM-MD5' }

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** The account of a sender. @returns undefined for a server without authentication */
function accountOf(method: string, { username, password = '' }: ConnectionValues) {
  if (method === 'None' || username === undefined || username === '') return undefined
  if (method === 'OAuth2') return { type: 'OAuth2' as const, user: username, accessToken: password }
  return { user: username, pass: password }
}

/**
 * How nodemailer speaks to the server of an email connection over a socket of egress.
 * @returns undefined if the connection has no host
 */
export function smtpOptions(connection: ConnectionValues) {
  const { host, port: written, encryptionMethod = 'Auto', authMethod = 'Unknown' } = connection.properties
  if (host === undefined || host === '') return undefined
  const port = written === undefined ? DEFAULT_PORT : Number(written)
  const secure =
    encryptionMethod === 'ImplicitTLS' || (encryptionMethod === 'Auto' && port === IMPLICIT_TLS_PORT)
  const auth = accountOf(authMethod, connection)
  // An attacker on the way can hide that the server offers TLS. The password must not go out in plain text then.
  const demandsTls =
    encryptionMethod === 'ExplicitTLS' ||
    (encryptionMethod === 'Auto' && auth !== undefined && !isLocal(host))
  const method = methods[authMethod]
  return {
    host,
    port,
    secure,
    requireTLS: !secure && demandsTls,
    ignoreTLS: encryptionMethod === 'None',
    tls: { rejectUnauthorized: !connection.insecureTls, servername: host },
    ...(auth === undefined ? {} : { auth }),
    ...(method === undefined ? {} : { authMethod: method }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
