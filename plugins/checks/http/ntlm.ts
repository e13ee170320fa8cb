import { createHmac, randomBytes } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract'
import md4 from 'js-md4'

// Everything here is of [MS-NLMP], "NT LAN Manager (NTLM) Authentication Protocol"; sections are named where used.

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1')

/** Flags of section 2.2.2.5. */
const flag = {
  unicode: 0x1,
  requestTarget: 0x4,
  ntlm: 0x2_00,
  alwaysSign: 0x80_00,
  extendedSessionSecurity: 0x8_00_00,
  targetInfo: 0x80_00_00,
  version: 0x2_00_00_00,
  bits128: 0x20_00_00_00,
  bits56: 0x80_00_00_00,
} as const

const offered =
  flag.unicode |
  flag.requestTarget |
  flag.ntlm |
  flag.alwaysSign |
  flag.extendedSessionSecurity |
  flag.bits128 |
  flag.bits56

/** Attributes of section 2.2.2.1. */
const attribute = { end: 0, flags: 6, timestamp: 7 } as const

/** Says in the answer that it carries a proof over all three messages. */
const HAS_INTEGRITY = 0x2

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const hmac = (key: Buffer, ...parts: readonly Buffer[]) =>
  createHmac('md5', key).update(Buffer.concat(parts)).digest()

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, place) => buffer.writeUInt32LE(value >>> 0, place * 4))
  return buffer
}

/** The first message: what we can (section 2.2.1.1), without names. */
export function negotiateMessage(): Buffer {
  return Buffer.concat([SIGNATURE, numbers(1, offered), Buffer.alloc(16)])
}

export interface ServerChallenge {
  /** As it came. */
  message: Buffer
  flags: number
  challenge: Buffer
  targetInfo: Buffer
}

/** Reads the second message (section 2.2.1.2). */
export function readChallengeMessage(message: Buffer): Result<ServerChallenge, string> {
  if (message.length < 32 || !message.subarray(0, 8).equals(SIGNATURE) || message.readUInt32LE(8) !== 2)
    return fail('the second message of NTLM is malformed')
  const flags = message.readUInt32LE(20)
  const hasTarget = message.length >= 48
  const [length, offset] = hasTarget ? [message.readUInt16LE(40), message.readUInt32LE(44)] : [0, 0]
  if (offset + length > message.length) return fail('the second message of NTLM is cut off')
  return succeed({
    message,
    flags,
    challenge: message.subarray(24, 32),
    targetInfo: message.subarray(offset, offset + length),
  })
}

interface Attribute {
  id: number
  value: Buffer
}

function readAttributes(info: Buffer): Attribute[] {
  const found: Attribute[] = []
  let at = 0
  while (at + 4 <= info.length) {
    const [id, length] = [info.readUInt16LE(at), info.readUInt16LE(at + 2)]
    if (id === attribute.end) break
    found.push({ id, value: info.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return found
}

function writeAttributes(attributes: readonly Attribute[]): Buffer {
  const parts = attributes.map(({ id, value }) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(id, 0)
    head.writeUInt16LE(value.length, 2)
    return Buffer.concat([head, value])
  })
  return Buffer.concat([...parts, Buffer.alloc(4)])
}

export interface Account {
  username: string
  password: string
  domain: string
}

/** Parts `DOMAIN\user`; in `user@domain` the whole is the user. */
export function readAccount(username: string, password: string): Account {
  const place = username.indexOf('\\')
  return place < 0
    ? { username, password, domain: '' }
    : { username: username.slice(place + 1), password, domain: username.slice(0, place) }
}

/** What is different with every answer; tests give what the examples of the protocol have. */
export interface Freshness {
  clientChallenge: Buffer
  /** Tenths of microseconds since 1601, 8 bytes. */
  time: Buffer
}

/** Between 1601 and 1970, in milliseconds. */
const EPOCH_GAP = 11_644_473_600_000n

function freshness(now: Date): Freshness {
  const time = Buffer.alloc(8)
  time.writeBigUInt64LE((BigInt(now.getTime()) + EPOCH_GAP) * 10_000n)
  return { clientChallenge: randomBytes(8), time }
}

/** The second version of the responses (section 3.3.2). */
export function responses(
  { username, password, domain }: Account,
  challenge: Buffer,
  targetInfo: Buffer,
  { clientChallenge, time }: Freshness,
) {
  const hash = Buffer.from(md4.arrayBuffer(utf16(password)))
  const key = hmac(hash, utf16(username.toUpperCase() + domain))
  const proven = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    time,
    clientChallenge,
    Buffer.alloc(4),
    targetInfo,
    Buffer.alloc(4),
  ])
  const proof = hmac(key, challenge, proven)
  return {
    key,
    proof,
    nt: Buffer.concat([proof, proven]),
    lm: Buffer.concat([hmac(key, challenge, clientChallenge), clientChallenge]),
    sessionKey: hmac(key, proof),
  }
}

/**
 * The third message (section 2.2.1.3). It answers with the second version of the protocol only: the first one can be
 * broken by whoever hears it.
 */
export function authenticateMessage(
  account: Account,
  negotiate: Buffer,
  server: ServerChallenge,
  now: Date,
  fresh: Freshness = freshness(now),
): Buffer {
  const attributes = readAttributes(server.targetInfo)
  const stamp = attributes.find(({ id }) => id === attribute.timestamp)
  // A server that tells its time wants the proof over all messages (section 3.1.5.1.2).
  const withIntegrity = stamp !== undefined
  const targetInfo = withIntegrity
    ? writeAttributes([
        ...attributes.filter(({ id }) => id !== attribute.flags),
        { id: attribute.flags, value: numbers(HAS_INTEGRITY) },
      ])
    : server.targetInfo
  const { nt, lm, sessionKey } = responses(account, server.challenge, targetInfo, {
    ...fresh,
    ...(stamp === undefined ? {} : { time: stamp.value }),
  })
  const fields = [
    withIntegrity ? Buffer.alloc(24) : lm,
    nt,
    utf16(account.domain),
    utf16(account.username),
    Buffer.alloc(0),
    Buffer.alloc(0),
  ]
  const version = Buffer.alloc(8)
  const headLength = SIGNATURE.length + 4 + fields.length * 8 + 4 + version.length + 16
  let offset = headLength
  const places = fields.map((field) => {
    const place = Buffer.alloc(8)
    place.writeUInt16LE(field.length, 0)
    place.writeUInt16LE(field.length, 2)
    place.writeUInt32LE(offset, 4)
    offset += field.length
    return place
  })
  const flags = (server.flags & offered) | flag.targetInfo
  const head = [SIGNATURE, numbers(3), ...places, numbers(flags), version]
  const unproven = Buffer.concat([...head, Buffer.alloc(16), ...fields])
  const integrity = withIntegrity ? hmac(sessionKey, negotiate, server.message, unproven) : Buffer.alloc(16)
  return Buffer.concat([...head, integrity, ...fields])
}
