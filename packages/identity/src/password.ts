import { trimEndOf } from '@binnacle/contract/text'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. Takes about 20 ms of one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32
/** Longer passwords cost the server time without making the account safer. */
export const LONGEST_PASSWORD = 1_024
export const SHORTEST_PASSWORD = 8

interface Parameters {
  memory: number
  passes: number
  parallelism: number
}

async function tag(password: string, nonce: Buffer, parameters: Parameters, bytes: number): Promise<Buffer> {
  // Different ways to type one letter must give the same hash (RFC 8265, section 4).
  return derive('argon2id', { ...parameters, message: password.normalize('NFC'), nonce, tagLength: bytes })
}

/** Hashes a password with Argon2id. @returns a PHC string, which contains the parameters */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const result = await tag(password, nonce, { memory: MEMORY_KIB, passes: PASSES, parallelism: 1 }, TAG_BYTES)
  const text = (bytes: Buffer) => trimEndOf(bytes.toString('base64'), '=')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(nonce)}$${text(result)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Whether a password matches a hash. An invalid hash matches nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, expected] = phc.exec(hash) ?? []
  if (nonce === undefined || expected === undefined || password.length > LONGEST_PASSWORD) return false
  const wanted = Buffer.from(expected, 'base64')
  const found = await tag(
    password,
    Buffer.from(nonce, 'base64'),
    { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    wanted.length,
  )
  return timingSafeEqual(found, wanted)
}

let decoy: Promise<string> | undefined

/**
 * Takes as long as a verification and fails, for accounts that do not exist, so that the response time reveals
 * nothing.
 */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  await verifyPassword(password.slice(0, LONGEST_PASSWORD), await decoy)
  return false
}
