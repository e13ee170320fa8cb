import { SMTPServer } from 'smtp-server'
import { readMailText } from './mail-text.ts'
import { until } from './until.ts'

/** A mail as it came in over SMTP. */
interface ReceivedMail {
  from: string
  to: readonly string[]
  subject: string
  text: string
}

export interface TestMailServer {
  /** For SMTP_URL; with user and password when the server asks for them. */
  url: string
  mails: ReceivedMail[]
  /** Waits for the next mail to an address that was not taken before. */
  take(to: string): Promise<ReceivedMail>
  /** The digits of the next mail to an address. */
  takeCode(to: string): Promise<string>
  /** How many of the next mails are refused for the moment. */
  refuse(count: number): void
  stop(): Promise<void>
}

export interface TestMailServerOptions {
  credentials?: { user: string; password: string }
  /** Whether the server offers encryption, with a certificate that nobody trusts. */
  tls?: boolean
  /** Any free one unless given. */
  port?: number
  /** What the server says of the text of every email, which it refuses. */
  refusal?: string
  /** What it says of every recipient, whom it refuses. */
  recipientRefusal?: string
  /** Addresses whose mailbox does not exist. */
  gone?: readonly string[]
}

/** A real SMTP server on loopback. */
export async function startMailServer(options: TestMailServerOptions = {}): Promise<TestMailServer> {
  const { credentials, tls = false, port: wantedPort = 0, refusal, recipientRefusal, gone = [] } = options
  const mails: ReceivedMail[] = []
  let refused = 0
  const server = new SMTPServer({
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    onAuth: (auth, _session, answer) => {
      const right = auth.username === credentials?.user && auth.password === credentials?.password
      if (right) answer(null, { user: auth.username })
      else answer(new Error('wrong user or password'))
    },
    onRcptTo: ({ address }, _session, answer) => {
      if (gone.includes(address)) {
        answer(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        return
      }
      answer(recipientRefusal === undefined ? null : new Error(recipientRefusal))
    },
    onData: (stream, session, answer) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')))
      stream.on('end', () => {
        if (refusal !== undefined) {
          answer(Object.assign(new Error(refusal), { responseCode: 554 }))
          return
        }
        if (refused > 0) {
          refused -= 1
          answer(Object.assign(new Error('try again later'), { responseCode: 451 }))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          ...readMailText(raw),
        })
        answer()
      })
    },
  })
  // A client that breaks off is no defect of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const user = credentials === undefined ? '' : `${credentials.user}:${credentials.password}@`
  const taken = new Set<ReceivedMail>()
  const take = async (to: string) => {
    const mail = await until(() => mails.find((one) => one.to.includes(to) && !taken.has(one)))
    taken.add(mail)
    return mail
  }
  return {
    url: `smtp://${user}127.0.0.1:${port}`,
    mails,
    take,
    takeCode: async (to) => /^\s+([2-9b-z]{5}-[2-9b-z]{5})$/m.exec((await take(to)).text)?.[1] ?? '',
    refuse: (count) => (refused = count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
