import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import md4 from 'js-md4'

// Everything here follows [MS-NLMP], "NT LAN Manager (NTLM) Authentication Protocol". Comments name its sections.

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

/** Says that the answer contains an integrity code over all three messages. */
const HAS_INTEGRITY = 0x2

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const hmac = (key: Buffer, ...parts: readonly Buffer[]) =>
  createHmac('md5', key).update(Buffer.concat(parts)).digest()

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, place) => buffer.writeUInt32LE(value >>> 0, place * 4))
  return buffer
}

/** The first message: our capabilities (section 2.2.1.1), without names. */
export function negotiateMessage(): Buffer {
  return Buffer.concat([SIGNATURE, numbers(1, offered), Buffer.alloc(16)])
}

export interface ServerChallenge {
  /** The message as received. */
  message: Buffer
  flags: number
  challenge: Buffer
  targetInfo: Buffer
}

/** Parses the second message (section 2.2.1.2). */
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

/** Splits `DOMAIN\user`. In `user@domain` the whole text is the user. */
export function readAccount(username: string, password: string): Account {
  const place = username.indexOf('\\')
  return place < 0
    ? { username, password, domain: '' }
    : { username: username.slice(place + 1), password, domain: username.slice(0, place) }
}

/** Values that differ in each answer. Tests use those of the protocol's examples. */
export interface Freshness {
  clientChallenge: Buffer
  /** Tenths of microseconds since 1601, 8 bytes. */
  time: Buffer
}

/** Milliseconds between 1601 and 1970. */
const EPOCH_GAP = 11_644_473_600_000n

function freshness(now: Date): Freshness {
  const time = Buffer.alloc(8)
  time.writeBigUInt64LE((BigInt(now.getTime()) + EPOCH_GAP) * 10_000n)
  return { clientChallenge: randomBytes(8), time }
}

/** NTOWFv1: the hash of a password for both versions (section 3.3.1). */
function passwordHash(password: string): Buffer {
  return Buffer.from(md4.arrayBuffer(utf16(password)))
}

/** DES of one block with a 56-bit key. Each key byte carries seven bits; its last bit is unused. */
function des(bits: Buffer, block: Buffer): Buffer {
  const number = BigInt(`0x${bits.toString('hex')}`)
  const key = Buffer.from(
    Array.from({ length: 8 }, (_, place) => Number((number >> BigInt(49 - 7 * place)) & 0x7fn) * 2),
  )
  // Triple DES with three equal keys is DES, which OpenSSL 3 has only in its legacy provider.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}

/** DESL: encrypts a block with each third of a hash, padded with zeros (section 6). */
function desLong(hash: Buffer, block: Buffer): Buffer {
  const long = Buffer.concat([hash, Buffer.alloc(5)])
  return Buffer.concat([0, 7, 14].map((start) => des(long.subarray(start, start + 7), block)))
}

/**
 * The first version of the responses (section 3.3.1). The even weaker LAN Manager hash is never computed. In its
 * place goes the other response, or with extended session security the challenge of the client.
 */
export function firstResponses(
  { password }: Account,
  { challenge, flags }: Pick<ServerChallenge, 'challenge' | 'flags'>,
  { clientChallenge }: Pick<Freshness, 'clientChallenge'>,
): { nt: Buffer; lm: Buffer } {
  const hash = passwordHash(password)
  if ((flags & flag.extendedSessionSecurity) === 0) {
    const nt = desLong(hash, challenge)
    return { nt, lm: nt }
  }
  const both = createHash('md5').update(challenge).update(clientChallenge).digest()
  return {
    nt: desLong(hash, both.subarray(0, 8)),
    lm: Buffer.concat([clientChallenge, Buffer.alloc(16)]),
  }
}

/** The second version of the responses (section 3.3.2). */
export function responses(
  { username, password, domain }: Account,
  challenge: Buffer,
  targetInfo: Buffer,
  { clientChallenge, time }: Freshness,
) {
  const key = hmac(passwordHash(password), utf16(username.toUpperCase() + domain))
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

/** The versions of the protocol by the name of their field in a spec. */
export type NtlmVersion = 'ntlm' | 'ntlmv2'

/** The inputs of the third message. */
export interface Dialogue {
  account: Account
  /** The first message as sent. */
  negotiate: Buffer
  server: ServerChallenge
  now: Date
}

interface Answer {
  nt: Buffer
  lm: Buffer
  /** Signs all three messages if the server requires it. */
  integrityKey?: Buffer
}

/** The answer in the second version. If the server sent its time, it includes an integrity code (section 3.1.5.1.2). */
function secondAnswer(account: Account, server: ServerChallenge, fresh: Freshness): Answer {
  const attributes = readAttributes(server.targetInfo)
  const stamp = attributes.find(({ id }) => id === attribute.timestamp)
  if (stamp === undefined) return responses(account, server.challenge, server.targetInfo, fresh)
  const targetInfo = writeAttributes([
    ...attributes.filter(({ id }) => id !== attribute.flags),
    { id: attribute.flags, value: numbers(HAS_INTEGRITY) },
  ])
  const { nt, sessionKey } = responses(account, server.challenge, targetInfo, { ...fresh, time: stamp.value })
  return { nt, lm: Buffer.alloc(24), integrityKey: sessionKey }
}

/** The third message (section 2.2.1.3). */
export function authenticateMessage(
  version: NtlmVersion,
  { account, negotiate, server, now }: Dialogue,
  fresh: Freshness = freshness(now),
): Buffer {
  const { nt, lm, integrityKey }: Answer =
    version === 'ntlm' ? firstResponses(account, server, fresh) : secondAnswer(account, server, fresh)
  const fields = [lm, nt, utf16(account.domain), utf16(account.username), Buffer.alloc(0), Buffer.alloc(0)]
  const versionOfSystem = Buffer.alloc(8)
  const headLength = SIGNATURE.length + 4 + fields.length * 8 + 4 + versionOfSystem.length + 16
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
  const head = [SIGNATURE, numbers(3), ...places, numbers(flags), versionOfSystem]
  const none = Buffer.alloc(16)
  const integrity =
    integrityKey === undefined
      ? none
      : hmac(integrityKey, negotiate, server.message, Buffer.concat([...head, none, ...fields]))
  return Buffer.concat([...head, integrity, ...fields])
}
