import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { listen, type TestServer } from './listen.ts'

/** Who may come in. */
export const guest = { username: 'User', password: 'Password', domain: 'Domain' } as const

/** NTOWFv1 of the password of the guest ([MS-NLMP], section 4.2.2.1.2), so that no hash is needed to know it. */
const guestHash = Buffer.from('a4f49c406510bdcab6824ee7c30fd852', 'hex')

const hashes: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
])

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  body: string
}

/** Whether someone may come in, or what they are asked for. */
type Doorkeeper = (visit: Visit) => true | { challenges: readonly string[]; closes?: boolean }

const basic: Doorkeeper = ({ request }) => {
  const expected = Buffer.from(`${guest.username}:${guest.password}`).toString('base64')
  return request.headers.authorization === `Basic ${expected}` || { challenges: ['Basic realm="shop"'] }
}

function digestDoor(): Doorkeeper {
  const nonces = new Set<string>()
  const old = new Set<string>()
  return ({ request, url, body }) => {
    const algorithm = url.searchParams.get('algorithm') ?? 'SHA-256'
    const qop = url.searchParams.get('qop') ?? 'auth'
    const hash = (text: string) =>
      createHash(hashes.get(algorithm.replace('-sess', '')) ?? 'md5')
        .update(text)
        .digest('hex')
    const challenge = (stale: boolean) => {
      const nonce = randomBytes(12).toString('base64')
      if (url.searchParams.has('aged') && old.size === 0) old.add(nonce)
      else nonces.add(nonce)
      const protection = qop === '' ? '' : `, qop="${qop}"`
      return {
        challenges: [
          'Basic realm="shop, \\"front\\""',
          `Digest realm="shop, \\"front\\"", nonce="${nonce}", opaque="${randomBytes(4).toString('hex')}", algorithm=${algorithm}${protection}${stale ? ', stale=true' : ''}`,
        ],
        closes: url.searchParams.has('closes'),
      }
    }
    const written = request.headers.authorization ?? ''
    const fields = Object.fromEntries(
      [...written.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
        ([, name = '', quoted, plain]) => [name, quoted?.replaceAll('\\"', '"') ?? plain ?? ''],
      ),
    )
    const { nonce = '', cnonce = '', nc = '', response = '' } = fields
    if (old.has(nonce)) return challenge(true)
    if (!nonces.has(nonce)) return challenge(false)
    const who = hash(`${guest.username}:shop, "front":${guest.password}`)
    const first = algorithm.endsWith('-sess') ? hash(`${who}:${nonce}:${cnonce}`) : who
    const what = `${request.method}:${request.url}`
    const second = hash(fields['qop'] === 'auth-int' ? `${what}:${hash(body)}` : what)
    const middle = fields['qop'] === undefined ? nonce : `${nonce}:${nc}:${cnonce}:${fields['qop']}`
    const isAsked = fields['uri'] === request.url && fields['username'] === guest.username
    return (isAsked && response === hash(`${first}:${middle}:${second}`)) || challenge(false)
  }
}

function attribute(id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value])
}

/** The second message of NTLM ([MS-NLMP], section 2.2.1.2). */
function ntlmChallenge(
  challenge: Buffer,
  { tellsTime, isOld }: { tellsTime: boolean; isOld: boolean },
): Buffer {
  const info = Buffer.concat([
    attribute(2, Buffer.from('Domain', 'utf16le')),
    attribute(1, Buffer.from('Server', 'utf16le')),
    ...(tellsTime ? [attribute(7, Buffer.from('0090d336b734c301', 'hex'))] : []),
    attribute(0, Buffer.alloc(0)),
  ])
  const target = Buffer.from('Server', 'utf16le')
  const message = Buffer.alloc(56)
  message.write('NTLMSSP\0', 0, 'latin1')
  message.writeUInt32LE(2, 8)
  message.writeUInt16LE(target.length, 12)
  message.writeUInt16LE(target.length, 14)
  message.writeUInt32LE(56, 16)
  // An old server has no extended session security, which is the flag 0x00080000.
  message.writeUInt32LE(isOld ? 0xe2_82_82_33 : 0xe2_8a_82_33, 20)
  challenge.copy(message, 24)
  message.writeUInt16LE(info.length, 40)
  message.writeUInt16LE(info.length, 42)
  message.writeUInt32LE(56 + target.length, 44)
  return Buffer.concat([message, target, info])
}

const md5 = (key: Buffer, ...parts: readonly Buffer[]) =>
  createHmac('md5', key).update(Buffer.concat(parts)).digest()

interface Handshake {
  first: Buffer
  second: Buffer
  challenge: Buffer
  tellsTime: boolean
  isOld: boolean
}

/** The guest's hash as the three keys of DES, filled up with zeros; the last bit of each byte means nothing. */
const guestKeys = ['a47a26880628427a', 'ca5aa048ee3e0c1e', 'd828800000000000'].map((key) =>
  Buffer.from(key, 'hex'),
)

/** Whether the third message proves the password of the guest, with the first version of NTLM (section 3.3.1). */
function provesGuestOldly(message: Buffer, { challenge, isOld }: Handshake): boolean {
  const field = (at: number) => {
    const offset = message.readUInt32LE(at + 4)
    return message.subarray(offset, offset + message.readUInt16LE(at))
  }
  const [lm, nt] = [field(12), field(20)]
  const both = createHash('md5').update(challenge).update(lm.subarray(0, 8)).digest().subarray(0, 8)
  const expected = guestKeys.map((key) =>
    createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null)
      .setAutoPadding(false)
      .update(isOld ? challenge : both),
  )
  return field(36).toString('utf16le') === guest.username && nt.equals(Buffer.concat(expected))
}

/** Whether the third message proves the password of the guest, with the second version of NTLM. */
function provesGuest(message: Buffer, { first, second, challenge, tellsTime }: Handshake): boolean {
  const field = (at: number) => {
    const offset = message.readUInt32LE(at + 4)
    return message.subarray(offset, offset + message.readUInt16LE(at))
  }
  const [nt, domain, user] = [field(20), field(28).toString('utf16le'), field(36).toString('utf16le')]
  if (nt.length < 44 || domain !== guest.domain || user !== guest.username) return false
  const key = md5(guestHash, Buffer.from(user.toUpperCase() + domain, 'utf16le'))
  const proof = md5(key, challenge, nt.subarray(16))
  if (!proof.equals(nt.subarray(0, 16))) return false
  if (!tellsTime) return true
  const unsigned = Buffer.from(message)
  unsigned.fill(0, 72, 88)
  return md5(md5(key, proof), first, second, unsigned).equals(message.subarray(72, 88))
}

function ntlmDoor(version: 1 | 2): Doorkeeper {
  const handshakes = new WeakMap<Socket, Handshake>()
  return ({ request, url }) => {
    const { socket } = request
    const message = Buffer.from((request.headers.authorization ?? '').replace(/^NTLM /, ''), 'base64')
    const kind = message.length < 12 ? 0 : message.readUInt32LE(8)
    const handshake = handshakes.get(socket)
    if (kind === 1) {
      const challenge = randomBytes(8)
      const tellsTime = url.searchParams.has('time')
      const isOld = url.searchParams.has('old')
      const second = ntlmChallenge(challenge, { tellsTime, isOld })
      handshakes.set(socket, { first: message, second, challenge, tellsTime, isOld })
      return { challenges: [`NTLM ${second.toString('base64')}`], closes: url.searchParams.has('closes') }
    }
    handshakes.delete(socket)
    const proves = version === 1 ? provesGuestOldly : provesGuest
    if (kind === 3 && handshake !== undefined && proves(message, handshake)) return true
    return { challenges: ['Negotiate', 'NTLM'] }
  }
}

/**
 * A web server that lets only the guest in, who proves themselves in the way that the path names: /basic, /digest
 * (`?algorithm=`, `?qop=`, `?aged` for a first nonce that is too old, `?closes` for a connection that ends with each
 * refusal), /ntlmv1 (`?old` for a server without extended session security), /ntlmv2 (`?time` for a server that
 * demands the proof over all messages, `?closes`). /moved leads to /digest.
 */
export function startGuardedServer(): Promise<TestServer> {
  const doors: Readonly<Record<string, Doorkeeper>> = {
    '/basic': basic,
    '/digest': digestDoor(),
    '/ntlmv1': ntlmDoor(1),
    '/ntlmv2': ntlmDoor(2),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://test')
      const body = Buffer.concat(chunks).toString()
      if (url.pathname === '/moved') {
        response.writeHead(302, { location: '/digest' }).end()
        return
      }
      const verdict = doors[url.pathname]?.({ request, response, url, body }) ?? { challenges: [] }
      if (verdict === true) response.end(`welcome, ${body}`)
      else
        response
          .writeHead(401, {
            'www-authenticate': [...verdict.challenges],
            ...(verdict.closes === true ? { connection: 'close' } : {}),
          })
          .end('who is there?')
    })
  })
  return listen(server, 0)
}

/**
 * A server of tokens (RFC 6749, section 4.4) and of what they open, at /token and /open. It keeps what it was asked.
 * @param options.inBody takes the client's secret in the body only
 */
export async function startTokenServer(
  options: { inBody?: boolean; seconds?: number } = {},
): Promise<
  TestServer & { requests: { scope: string | null; audience: string | null }[]; revoke: () => void }
> {
  const requests: { scope: string | null; audience: string | null }[] = []
  const valid = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.url === '/open') {
        const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
        json(valid.has(token) ? 200 : 401, { token })
        return
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const inHeader = `Basic ${Buffer.from(`${guest.username}:${guest.password}`).toString('base64')}`
      const isClient =
        options.inBody === true
          ? form.get('client_id') === guest.username && form.get('client_secret') === guest.password
          : request.headers.authorization === inHeader
      if (form.get('grant_type') !== 'client_credentials' || !isClient) {
        json(401, { error: 'invalid_client', error_description: 'nobody knows this client' })
        return
      }
      requests.push({ scope: form.get('scope'), audience: form.get('audience') })
      const token = randomBytes(16).toString('hex')
      valid.add(token)
      json(200, { access_token: token, token_type: 'Bearer', expires_in: options.seconds ?? 3_600 })
    })
  })
  return { ...(await listen(server, 0)), requests, revoke: () => valid.clear() }
}
