import { makeCertificate } from '@binnacle/plugin-kit/servers'
import { messageForTest, notifyForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'
import { notifier } from './spec.ts'
import { emailOver, startSmtpServer } from './targets.ts'

let server: Awaited<ReturnType<typeof startSmtpServer>>
beforeAll(async () => {
  server = await startSmtpServer()
})
afterAll(() => server.stop())

/** A header of an email, its lines joined. */
function header(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
}

/** Text of quoted-printable. */
function readable(raw: string): string {
  const joined = raw.replaceAll(/=\r\n/g, '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}

/** Sends and returns what arrived. */
async function deliver(
  changes: Parameters<typeof messageForTest>[0] = {},
  spec: Record<string, unknown> = {},
  key = 'key-1',
) {
  const input = emailOver(server.port)
  const sent = await notifyForTest(
    notifier,
    run,
    { ...input, spec: { ...input.spec, ...spec } },
    messageForTest(changes),
    { key },
  )
  return { sent, mail: server.arrived.at(-1) ?? { from: '', to: [], raw: '' } }
}

describe('an email', () => {
  test('has a plain-text part and HTML, links as buttons, and goes to all recipients', async () => {
    const { sent, mail } = await deliver({ body: 'It says **503** to [us](https://shop.example).' })
    expect(sent).toMatchObject({ ok: true })
    expect(mail).toMatchObject({ from: 'alerts@example.com', to: ['ann@example.com', 'bob@example.com'] })
    expect(header(mail.raw, 'Subject')).toBe('The shop is down')
    expect(header(mail.raw, 'Content-Type')).toContain('multipart/alternative')
    expect(header(mail.raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(mail.raw, 'Importance')).toBe('High')
    const text = readable(mail.raw)
    expect(text).toContain('It says 503 to us (https://shop.example/).')
    expect(text).toContain('Acknowledge: https://binnacle.example/acknowledge/token')
    expect(text).toContain('<b>503</b>')
    expect(text).toMatch(
      /<a href="https:\/\/binnacle\.example\/acknowledge\/token" style="[^"]*">Acknowledge/,
    )
  })

  test('has the same Message-ID at every attempt, and another one for another message', async () => {
    const first = await deliver()
    const again = await deliver()
    const other = await deliver({}, {}, 'key-2')
    const id = header(first.mail.raw, 'Message-ID')
    expect(id).toMatch(/^<[\w-]{43}@example\.com>$/)
    expect(first.sent).toEqual({ ok: true, value: { id } })
    expect(header(again.mail.raw, 'Message-ID')).toBe(id)
    expect(header(other.mail.raw, 'Message-ID')).not.toBe(id)
  })

  test('of a recovery is a reply to the email of the alert', async () => {
    const { sent } = await deliver()
    if (!sent.ok) throw new Error(sent.failure.message)
    const { mail } = await deliver({ kind: 'recovery', opening: sent.value }, {}, 'key-3')
    expect(header(mail.raw, 'In-Reply-To')).toBe(sent.value.id)
    expect(header(mail.raw, 'References')).toBe(sent.value.id)
    expect(header(mail.raw, 'Importance')).toBeUndefined()
  })

  test('gets no header and no recipient from texts of users', async () => {
    const hostile = 'down\r\nBcc: eve@example.com\r\n\r\nbody'
    const { mail } = await deliver(
      { title: hostile, opening: { id: '<a@b>\r\nBcc: eve@example.com' } },
      { fromName: hostile },
    )
    expect(mail.to).toEqual(['ann@example.com', 'bob@example.com'])
    expect(header(mail.raw, 'Bcc')).toBeUndefined()
    expect(header(mail.raw, 'In-Reply-To')).toBeUndefined()
    expect(header(mail.raw, 'Subject')).toBe('down Bcc: eve@example.com body')
    for (const to of ['a@b.example\r\nBcc: eve@example.com', 'Eve <eve@example.com>', 'list:a@b.example;'])
      expect(notifier.schema.safeParse({ to }).success).toBe(false)
  })

  test('shows HTML of users as text, and loads and runs nothing', async () => {
    const { mail } = await deliver({
      title: '<b>shop</b>',
      body: '<img src=https://evil.example/a> ![pixel](https://evil.example/b) [x](javascript:alert(1)) <script>1</script>',
    })
    const html = readable(mail.raw).split('text/html')[1] ?? ''
    expect(html).toContain('&lt;b&gt;shop&lt;/b&gt;')
    expect(html).not.toMatch(/<img|<script|href="javascript/)
  })

  test('says for whom the server took it if it refuses some', async () => {
    const picky = await startSmtpServer({
      onRcptTo: ({ address }, _session, answer) =>
        address.startsWith('bob')
          ? answer(Object.assign(new Error('no such user'), { responseCode: 550 }))
          : answer(),
    })
    const sent = await notifyForTest(notifier, run, emailOver(picky.port), messageForTest())
    await picky.stop()
    expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
    expect(JSON.stringify(sent)).toContain('but not for bob@example.com')
  })
})

describe('a server that', () => {
  test.each([
    [451, true],
    [554, false],
  ])('answers %i is asked again: %s', async (responseCode, isTemporary) => {
    const busy = await startSmtpServer({
      onMailFrom: (_address, _session, answer) =>
        answer(Object.assign(new Error('not now'), { responseCode })),
    })
    const sent = await notifyForTest(notifier, run, emailOver(busy.port), messageForTest())
    await busy.stop()
    expect(sent).toMatchObject({ ok: false, failure: { isTemporary } })
  })

  test('refuses the account is not asked again, and the error has no password', async () => {
    const closed = await startSmtpServer({
      onAuth: ({ password }, _session, answer) => answer(new Error(`wrong password ${password ?? ''}`)),
    })
    const sent = await notifyForTest(notifier, run, emailOver(closed.port), messageForTest(), {
      redact: (text) => text.replaceAll('given', '***'),
    })
    await closed.stop()
    expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
  })

  test('closes the connection when it has the message may have taken it, so no copy follows by itself', async () => {
    const gone = await startSmtpServer({ onData: (_stream, _session) => void gone.stop() })
    const sent = await notifyForTest(notifier, run, emailOver(gone.port), messageForTest())
    expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false, mayHaveArrived: true } })
  })

  test('the policy of connections forbids gets nothing', async () => {
    const sent = await notifyForTest(notifier, run, emailOver(server.port), messageForTest(), {
      deny: new Set(['loopback']),
    })
    expect(sent).toMatchObject({ ok: false, failure: { isTemporary: false } })
  })
})

describe('encryption', () => {
  test.each(['ExplicitTLS', 'Auto'])('%s starts TLS where the server offers it', async (encryptionMethod) => {
    const secured: boolean[] = []
    const tls = await startSmtpServer({
      ...(await makeCertificate(-1, 10)),
      disabledCommands: [],
      onMailFrom: (_address, { secure }, answer) => {
        secured.push(secure)
        answer()
      },
    })
    const sent = await notifyForTest(
      notifier,
      run,
      emailOver(tls.port, { encryptionMethod }),
      messageForTest(),
    )
    await tls.stop()
    expect(sent).toMatchObject({ ok: true })
    expect(secured).toEqual([true])
  })

  test('ImplicitTLS speaks TLS from the start', async () => {
    const tls = await startSmtpServer({ ...(await makeCertificate(-1, 10)), secure: true })
    const input = emailOver(tls.port, { encryptionMethod: 'ImplicitTLS' })
    const sent = await notifyForTest(notifier, run, input, messageForTest())
    await tls.stop()
    expect(sent).toMatchObject({ ok: true })
  })

  test('ExplicitTLS sends nothing to a server without TLS', async () => {
    const input = emailOver(server.port, { encryptionMethod: 'ExplicitTLS' })
    const before = server.arrived.length
    expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({ ok: false })
    expect(server.arrived.length).toBe(before)
  })

  test('a certificate that nobody signed is refused unless the connection accepts any', async () => {
    const tls = await startSmtpServer({ ...(await makeCertificate(-1, 10)), disabledCommands: [] })
    const { spec, connection } = emailOver(tls.port)
    const strict = { spec, connection: { ...connection, insecureTls: false } }
    const sent = await notifyForTest(notifier, run, strict, messageForTest())
    await tls.stop()
    expect(sent).toMatchObject({ ok: false })
  })

  test('the authentication method None signs in with nothing', async () => {
    const attempts: string[] = []
    const open = await startSmtpServer({
      onAuth: ({ method }, _session, answer) => {
        attempts.push(method)
        answer(new Error('no'))
      },
    })
    const input = emailOver(open.port, { authMethod: 'None' })
    expect(await notifyForTest(notifier, run, input, messageForTest())).toMatchObject({ ok: true })
    await open.stop()
    expect(attempts).toEqual([])
  })

  test.each(['Plain', 'CRAMMD5', 'OAuth2', 'Unknown'])('the account signs in with %s', async (authMethod) => {
    const methods: string[] = []
    const signed = await startSmtpServer({
      authOptional: false,
      authMethods: ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2'],
      onAuth: (auth, _session, answer) => {
        methods.push(auth.method)
        const isRight =
          auth.validatePassword?.('given') ?? [auth.password, auth.accessToken].includes('given')
        if (isRight) answer(null, { user: 'alerts' })
        else answer(new Error('no'))
      },
    })
    const sent = await notifyForTest(notifier, run, emailOver(signed.port, { authMethod }), messageForTest())
    await signed.stop()
    expect(sent).toMatchObject({ ok: true })
    expect(methods).toEqual([
      { Plain: 'PLAIN', CRAMMD5: 'CRAM-MD5', OAuth2: 'XOAUTH2', Unknown: 'PLAIN' }[authMethod],
    ])
  })
})
