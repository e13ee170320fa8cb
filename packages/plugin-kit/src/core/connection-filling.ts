import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  connectionSecrets,
  type ConnectionReference,
  type ConnectionUse,
  type ConnectionValues,
  decodePart,
  namesConnection,
  readConnectionReference,
  referenceProblem,
  renderConnection,
  unseenSecrets,
  type RawSpec,
} from './connection.ts'
import { lendsTo, type ReadServers, trustProblem, webServers } from './connection-servers.ts'
import { isRecord } from './json.ts'

/** Finds a connection. @returns the connection, or why it cannot be used */
export type FindConnection = (reference: ConnectionReference) => Promise<Result<ConnectionValues, string>>

export interface FilledSpec {
  written: RawSpec
  /** Secret values of connections, to redact from all output. */
  secrets: readonly string[]
  /** The secret values that scripts of the check must not see either. */
  unseen: readonly string[]
}

function partAt(written: unknown, path: readonly string[]): RawSpec | undefined {
  const found = path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), written)
  return isRecord(found) ? found : undefined
}

function withPart(written: RawSpec, [key, ...rest]: readonly string[], part: RawSpec): RawSpec {
  if (key === undefined) return part
  const inner = written[key]
  return { ...written, [key]: withPart(isRecord(inner) ? inner : {}, rest, part) }
}

function referenceIn(part: RawSpec | undefined): string | undefined {
  const named = part?.['connection']
  const text = isRecord(named) ? named['value'] : named
  return typeof text === 'string' && namesConnection(text.trim()) ? text.trim() : undefined
}

/** Whether a spec names connections that must be read before it can run. */
export function needsConnections(uses: readonly ConnectionUse[], written: unknown): boolean {
  return uses.some(({ at }) => referenceIn(partAt(written, at)) !== undefined)
}

/**
 * Fills the connections that a spec names into it.
 * @param written the spec as written, with opened secrets
 * @returns the filled spec, or why a connection cannot be used
 */
export async function fillConnections(
  uses: readonly ConnectionUse[],
  written: RawSpec,
  find: FindConnection,
): Promise<Result<FilledSpec, string>> {
  let filled = written
  const secrets: string[] = []
  const unseen: string[] = []
  for (const use of uses) {
    const { at } = use
    const part = partAt(filled, at)
    const text = referenceIn(part)
    if (part === undefined || text === undefined) continue
    const place = [...at, 'connection'].join('.')
    const reference = readConnectionReference(text)
    if (reference === undefined) return fail(`${place}: ${referenceProblem(text) ?? ''}`)
    const found = await find(reference)
    if (!found.ok) return fail(`${place}: ${found.failure}`)
    const rendered = renderConnection(found.value)
    if (!rendered.ok) return fail(`${place}: ${rendered.failure}`)
    const next = use.fill(part, rendered.value, filled)
    if (!next.ok) return fail(`${place}: ${next.failure}`)
    filled = withPart(filled, at, next.value)
    unseen.push(...unseenSecrets(rendered.value))
    secrets.push(...connectionSecrets(rendered.value), ...connectionSecrets(found.value))
  }
  return succeed({ written: filled, secrets: [...new Set(secrets)], unseen: [...new Set(unseen)] })
}

/** The text of a field, whichever way the secret is written. */
export function writtenText(written: RawSpec | undefined, key: string): string | undefined {
  const value = written?.[key]
  if (typeof value === 'string') return value
  const inner = isRecord(value) ? value['value'] : undefined
  return typeof inner === 'string' ? inner : undefined
}

/** Copies an object without some keys. */
export function without(written: RawSpec, ...keys: readonly string[]): RawSpec {
  return Object.fromEntries(Object.entries(written).filter(([key]) => !keys.includes(key)))
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----'

function tlsOf(written: RawSpec, connection: ConnectionValues): RawSpec {
  const own = written['tlsConfig']
  const { insecureTls, certificate } = connection
  const lent = {
    ...(insecureTls ? { insecureSkipVerify: true } : {}),
    ...(certificate?.includes(CERTIFICATE) === true ? { ca: certificate } : {}),
  }
  return Object.keys(lent).length === 0 ? {} : { tlsConfig: { ...lent, ...(isRecord(own) ? own : {}) } }
}

function credentialsFor(written: RawSpec, { username, password }: ConnectionValues): RawSpec {
  const authentication = written['authentication']
  const inner = isRecord(authentication) ? authentication : undefined
  const isComplete = username !== undefined && password !== undefined
  const own = {
    username: writtenText(written, 'username') ?? writtenText(inner, 'username'),
    password: writtenText(written, 'password') ?? writtenText(inner, 'password'),
  }
  const chosen = isComplete
    ? { username, password }
    : { username: own.username ?? username, password: own.password ?? password }
  const rest = inner === undefined ? {} : without(inner, 'username', 'password')
  return {
    ...(chosen.username === undefined ? {} : { username: chosen.username }),
    ...(chosen.password === undefined ? {} : { password: chosen.password }),
    ...(Object.keys(rest).length === 0 ? {} : { authentication: rest }),
  }
}

/** Splits user and password from an address. Separate fields take precedence over them. */
export function takeUserinfo(text: string): { url: string; username?: string; password?: string } {
  const url = URL.parse(text)
  if (url === null || (url.username === '' && url.password === '')) return { url: text }
  const { username, password } = url
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    ...(username === '' ? {} : { username: decodePart(username) }),
    ...(password === '' ? {} : { password: decodePart(password) }),
  }
}

/** How a check type parses addresses. */
export interface ServerOptions {
  /** Whether to split user and password from the address of the connection. */
  splits: boolean
  /** Finds the servers of an address. */
  read: ReadServers
}

const webOptions: ServerOptions = { splits: true, read: webServers }

/**
 * Fills a part of a spec with `url`, `username`, `password` and `tlsConfig` from a connection. An address in the spec replaces
 * that of the connection. If it leads to another server, no secret of the connection is filled in.
 * @returns the filled part, and whether it has the user or password of the connection; or why it cannot be used
 */
export function lendServer(
  written: RawSpec,
  connection: ConnectionValues,
  { splits, read }: ServerOptions,
): Result<{ written: RawSpec; isLent: boolean }, string> {
  const given =
    splits && connection.url !== undefined
      ? { ...connection, ...takeUserinfo(connection.url), ...definedCredentials(connection) }
      : connection
  const own = writtenText(written, 'url')
  const url = own ?? given.url
  const rest = without(written, 'connection')
  if (url === undefined)
    return fail(
      `the connection ${connection.namespace}/${connection.name} has no url, and neither has the check`,
    )
  const lends = lendsTo(given, own, read)
  if (!lends.ok) return lends
  if (!lends.value) return succeed({ written: rest, isLent: false })
  const distrust = trustProblem(rest, given)
  if (distrust !== undefined) return fail(distrust)
  return succeed({
    isLent: given.username !== undefined || given.password !== undefined,
    written: {
      ...without(rest, 'username', 'password', 'authentication'),
      url,
      ...credentialsFor(rest, given),
      ...tlsOf(rest, given),
    },
  })
}

/** Like `lendServer`, for check types that do not need to know whether secrets were filled in. */
export function fillServer(
  written: RawSpec,
  connection: ConnectionValues,
  options: ServerOptions,
): Result<RawSpec, string> {
  const lent = lendServer(written, connection, options)
  return lent.ok ? succeed(lent.value.written) : lent
}

function definedCredentials({ username, password }: ConnectionValues): {
  username?: string
  password?: string
} {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  }
}

/** A connection at the top of a spec with `url`, `username` and `password`. */
export function serverConnection(
  types: readonly string[],
  options: ServerOptions = webOptions,
): ConnectionUse {
  return { at: [], types, fill: (written, connection) => fillServer(written, connection, options) }
}
