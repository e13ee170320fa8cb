import { createHash, randomBytes } from 'node:crypto'
import type { Challenge } from './challenge.ts'

/** Hash functions of Digest (RFC 7616, section 3.3 and the IANA registry of digest algorithms) as Node names them. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
])

export interface DigestRequest {
  method: string
  /** Path and query. */
  uri: string
  username: string
  password: string
  body: string
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

function readAlgorithm(parameters: Challenge['parameters']) {
  const written = (parameters['algorithm'] ?? 'MD5').toUpperCase()
  const isSession = written.endsWith('-SESS')
  const hash = algorithms.get(isSession ? written.slice(0, -'-SESS'.length) : written)
  return hash === undefined ? undefined : { written, isSession, hash }
}

/** The protection to use. `auth` is enough for a check if the server offers it. */
function chooseProtection(offered: string | undefined): 'auth' | 'auth-int' | undefined {
  const names = new Set((offered ?? '').split(',').map((name) => name.trim().toLowerCase()))
  if (names.has('auth')) return 'auth'
  return names.has('auth-int') ? 'auth-int' : undefined
}

/** The first challenge that we support, because servers put their preferred one first. */
export function chooseDigest(challenges: readonly Challenge[]): Challenge | undefined {
  return challenges.find(
    ({ scheme, parameters }) =>
      scheme === 'digest' && parameters['nonce'] !== undefined && readAlgorithm(parameters) !== undefined,
  )
}

/**
 * The Authorization header for a challenge (RFC 7616, section 3.4).
 * @param cnonce client nonce; default: random
 */
export function digestAuthorization(
  { parameters }: Challenge,
  { method, uri, username, password, body }: DigestRequest,
  cnonce = randomBytes(24).toString('base64'),
): string | undefined {
  const algorithm = readAlgorithm(parameters)
  if (algorithm === undefined) return undefined
  const hash = (text: string) => createHash(algorithm.hash).update(text, 'utf8').digest('hex')
  const { realm = '', nonce = '', opaque } = parameters
  const protection = chooseProtection(parameters['qop'])
  const count = '00000001'
  const identity = hash(`${username}:${realm}:${password}`)
  const first = algorithm.isSession ? hash(`${identity}:${nonce}:${cnonce}`) : identity
  const second = hash(protection === 'auth-int' ? `${method}:${uri}:${hash(body)}` : `${method}:${uri}`)
  const response = hash(
    protection === undefined
      ? `${first}:${nonce}:${second}`
      : `${first}:${nonce}:${count}:${cnonce}:${protection}:${second}`,
  )
  const hidesName = parameters['userhash']?.toLowerCase() === 'true'
  const fields = [
    `username=${quoted(hidesName ? hash(`${username}:${realm}`) : username)}`,
    `realm=${quoted(realm)}`,
    `uri=${quoted(uri)}`,
    `nonce=${quoted(nonce)}`,
    ...(parameters['algorithm'] === undefined ? [] : [`algorithm=${parameters['algorithm']}`]),
    `response=${quoted(response)}`,
    ...(protection === undefined ? [] : [`qop=${protection}`, `nc=${count}`, `cnonce=${quoted(cnonce)}`]),
    ...(algorithm.isSession && protection === undefined ? [`cnonce=${quoted(cnonce)}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(hidesName ? ['userhash=true'] : []),
  ]
  return `Digest ${fields.join(', ')}`
}
