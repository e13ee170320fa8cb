// The servers speak SMTP (RFC 5321, https://www.rfc-editor.org/rfc/rfc5321) as the package smtp-server implements it.
import { startTcpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedEmail {
  from: string
  to: readonly string[]
  /** Headers and body as they came. */
  raw: string
}

/** A real SMTP server on loopback. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
): Promise<TestServer & { arrived: ReceivedEmail[] }> {
  const arrived: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _session, answer) => answer(null, { user: username }),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        arrived.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        answer()
      })
    },
    ...options,
  })
  // A client that breaks off is no defect of the test.
  server.on('error', () => {})
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.server.address()
  return {
    arrived,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A message to two people over the server at a port. */
export function emailOver(port: number, changes: Readonly<Record<string, string>> = {}): NotifierInput {
  return {
    spec: { to: 'ann@example.com, bob@example.com' },
    connection: connectionValuesOf({
      name: 'test',
      namespace: 'default',
      type: 'email',
      url: null,
      username: 'alerts',
      password: 'given',
      certificate: null,
      insecure_tls: true,
      properties: { host: '127.0.0.1', port: String(port), from: 'alerts@example.com', ...changes },
    }),
  }
}

/** A server that takes every email, one that refuses it, and one that never greets. */
export async function startTargets(): Promise<NotifierTargets> {
  const working = await startSmtpServer()
  const failing = await startSmtpServer({
    onRcptTo: (_address, _session, answer) =>
      answer(Object.assign(new Error('mailbox unavailable'), { responseCode: 550 })),
  })
  const hanging = await startTcpServer('')
  return {
    working: emailOver(working.port),
    failing: emailOver(failing.port),
    hanging: emailOver(hanging.port),
    arrived: () => working.arrived.map(({ raw }) => raw),
    stop: async () => void (await Promise.all([working, failing, hanging].map((one) => one.stop()))),
  }
}
