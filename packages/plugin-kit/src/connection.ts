import { fail, type Result, succeed } from '@binnacle/contract'
import { z } from 'zod'
import { field } from './fields.ts'
import { isRecord } from './json.ts'

/** A stored connection, its secrets in the clear and its placeholders not yet filled. */
export interface ConnectionValues {
  name: string
  namespace: string
  type: string
  url?: string
  username?: string
  password?: string
  certificate?: string
  /** Whether any certificate of the server is accepted. */
  insecureTls: boolean
  properties: Readonly<Record<string, string>>
}

/** What names a stored connection: its id, or its name with or without namespace and type. */
export type ConnectionReference =
  | { id: string }
  | { name: string; namespace?: string; type?: string; isShort: boolean }

/** A spec as it was written, or a part of it. */
export type Written = Readonly<Record<string, unknown>>

/** A place of a spec that can name a connection in `connection`. */
export interface ConnectionUse {
  /** Keys that lead to the object with `connection`; none for the spec itself. */
  at: readonly string[]
  /** Types of connections that are of use there, as a form offers them. */
  types: readonly string[]
  /**
   * Puts what a connection says into what was written, whose own fields win as far as that gives no secret away.
   * @param connection with the placeholders of its URL filled
   * @returns what was written without `connection`, or why the connection is of no use
   */
  fill(written: Written, connection: ConnectionValues): Result<Written, string>
}

const SCHEME = 'connection://'
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads connection://name, connection://namespace/name, connection://type/namespace/name, or an id. */
export function readConnectionReference(text: string): ConnectionReference | undefined {
  if (uuid.test(text)) return { id: text.toLowerCase() }
  if (!text.startsWith(SCHEME)) return undefined
  const parts = text.slice(SCHEME.length).split('/')
  if (parts.length > 3 || parts.some((part) => part.trim() === '')) return undefined
  const [name = '', namespace, type] = parts.toReversed()
  return {
    name,
    isShort: parts.length === 2,
    ...(namespace === undefined ? {} : { namespace }),
    ...(type === undefined ? {} : { type }),
  }
}

/** Whether a text names a stored connection, or means to. */
export function namesConnection(text: string): boolean {
  return text.startsWith(SCHEME) || uuid.test(text)
}

const FORMS = `${SCHEME}name, ${SCHEME}namespace/name, ${SCHEME}type/namespace/name or an id`

/** What is wrong with a reference; undefined for a good one. */
export function referenceProblem(text: string): string | undefined {
  return readConnectionReference(text) === undefined
    ? `"${text}" names no connection; write ${FORMS}`
    : undefined
}

/** The name of a stored connection. */
export const connectionField = field(
  z
    .string()
    .trim()
    .max(1_000)
    .check((context) => {
      const message = referenceProblem(context.value)
      if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
    })
    .optional(),
  {
    title: 'Connection',
    description: `A stored connection that says where the server is and as whom: ${FORMS}.`,
  },
)

/** What a run says of a spec whose connection nobody looked up. */
export const UNRESOLVED =
  'the check names a stored connection, which only a running server can look up, or it has no address'

const unsupportedReference = /^(?:secret|configmap|helm|serviceaccount|env|file):\/\//

/** Schemes of references to secrets that are kept elsewhere, in fields whose values never look like that. */
function elsewhere({ username, password, certificate }: ConnectionValues): string | undefined {
  return [username, password, certificate].find(
    (text) => text !== undefined && unsupportedReference.test(text),
  )
}

/**
 * Fills the placeholders in the URL of a connection: $(username), $(password), $(domain), $(name), $(type),
 * $(namespace), $(properties.x). What is put in is escaped as a part of a URL.
 * @returns the connection, or which placeholder has no value
 */
export function renderConnection(connection: ConnectionValues): Result<ConnectionValues, string> {
  const label = `the connection ${connection.namespace}/${connection.name}`
  const reference = elsewhere(connection)
  if (reference !== undefined)
    return fail(`${label} refers to ${reference.split('://')[0]}://…, which cannot be read yet`)
  const { url, properties } = connection
  if (url === undefined) return succeed(connection)
  const values: Readonly<Record<string, string | undefined>> = {
    username: connection.username,
    password: connection.password,
    domain: properties['domain'],
    name: connection.name,
    type: connection.type,
    namespace: connection.namespace,
    ...Object.fromEntries(Object.entries(properties).map(([key, value]) => [`properties.${key}`, value])),
  }
  const missing: string[] = []
  const rendered = url.trim().replaceAll(/\$\(\.?([A-Za-z0-9_.-]+)\)/g, (placeholder, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (value === undefined) missing.push(placeholder)
    return encodeURIComponent(value ?? '')
  })
  return missing.length > 0
    ? fail(`${label} has nothing to put in the place of ${missing.join(', ')} in its url`)
    : succeed({ ...connection, url: rendered })
}

/** An address without user, path or query gives nothing away; redacted, it would leave no message readable. */
const plainAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/@?#=]+\/?$/i

/** Settings of connections that hold no secret; they are shown as they are. */
export const openProperties: ReadonlySet<string> = new Set([
  'bucket',
  'contentType',
  'db',
  'domain',
  'host',
  'hostKey',
  'objectPath',
  'path',
  'port',
  'profile',
  'ref',
  'region',
  'scheme',
  'searchPath',
  'share',
  'sharename',
  'usePathStyle',
  'workstation',
])

/** The values of a connection that may stand in no output. */
export function connectionSecrets(connection: ConnectionValues): string[] {
  const { url, username, password, certificate, properties } = connection
  const userinfo = URL.parse(url ?? '')
  const inUrl = [userinfo?.username ?? '', userinfo?.password ?? ''].flatMap((text) => {
    try {
      return [text, decodeURIComponent(text)]
    } catch {
      return [text]
    }
  })
  const hidden = Object.entries(properties).flatMap(([key, value]) =>
    openProperties.has(key) ? [] : [value],
  )
  const address = url === undefined || plainAddress.test(url) ? [] : [url]
  return [...address, ...inUrl, username ?? '', password ?? '', certificate ?? '', ...hidden].filter(
    (text) => text !== '',
  )
}

/** Looks a connection up. @returns why there is none */
export type FindConnection = (reference: ConnectionReference) => Promise<Result<ConnectionValues, string>>

export interface FilledSpec {
  written: Written
  /** Values of connections that may stand in no output. */
  secrets: readonly string[]
}

function partAt(written: unknown, path: readonly string[]): Written | undefined {
  const found = path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), written)
  return isRecord(found) ? found : undefined
}

function withPart(written: Written, [key, ...rest]: readonly string[], part: Written): Written {
  if (key === undefined) return part
  const inner = written[key]
  return { ...written, [key]: withPart(isRecord(inner) ? inner : {}, rest, part) }
}

function referenceIn(part: Written | undefined): string | undefined {
  const named = part?.['connection']
  const text = isRecord(named) ? named['value'] : named
  return typeof text === 'string' && namesConnection(text.trim()) ? text.trim() : undefined
}

/** Whether a spec names connections that have to be looked up before it can run. */
export function needsConnections(uses: readonly ConnectionUse[], written: unknown): boolean {
  return uses.some(({ at }) => referenceIn(partAt(written, at)) !== undefined)
}

/**
 * Puts the connections that a spec names into it.
 * @param written the spec as it was written, its secrets in the clear
 * @returns the spec, or why a connection is of no use
 */
export async function fillConnections(
  uses: readonly ConnectionUse[],
  written: Written,
  find: FindConnection,
): Promise<Result<FilledSpec, string>> {
  let filled = written
  const secrets: string[] = []
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
    const next = use.fill(part, rendered.value)
    if (!next.ok) return fail(`${place}: ${next.failure}`)
    filled = withPart(filled, at, next.value)
    secrets.push(...connectionSecrets(rendered.value), ...connectionSecrets(found.value))
  }
  return succeed({ written: filled, secrets: [...new Set(secrets)] })
}

/** The text of a field, in either spelling of a secret. */
export function writtenText(written: Written | undefined, key: string): string | undefined {
  const value = written?.[key]
  if (typeof value === 'string') return value
  const inner = isRecord(value) ? value['value'] : undefined
  return typeof inner === 'string' ? inner : undefined
}

/** Whether two addresses lead to one server. What cannot be read is compared as text. */
export function leadToSameServer(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)]
  if (a === null || b === null || a.host === '' || b.host === '') return one === other
  return a.protocol === b.protocol && a.host === b.host
}

/** A copy without some keys. */
export function without(written: Written, ...keys: readonly string[]): Written {
  return Object.fromEntries(Object.entries(written).filter(([key]) => !keys.includes(key)))
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----'

function tlsOf(written: Written, connection: ConnectionValues): Written {
  const own = written['tlsConfig']
  const { insecureTls, certificate } = connection
  const lent = {
    ...(insecureTls ? { insecureSkipVerify: true } : {}),
    ...(certificate?.includes(CERTIFICATE) === true ? { ca: certificate } : {}),
  }
  return Object.keys(lent).length === 0 ? {} : { tlsConfig: { ...lent, ...(isRecord(own) ? own : {}) } }
}

function credentialsFor(written: Written, { username, password }: ConnectionValues): Written {
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

/** User and password out of an address that has them, which fields of their own stand above. */
export function takeUserinfo(text: string): { url: string; username?: string; password?: string } {
  const url = URL.parse(text)
  if (url === null || (url.username === '' && url.password === '')) return { url: text }
  const { username, password } = url
  url.username = ''
  url.password = ''
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }
  return {
    url: url.href,
    ...(username === '' ? {} : { username: decode(username) }),
    ...(password === '' ? {} : { password: decode(password) }),
  }
}

/**
 * Fills a part of a spec that has `url`, `username`, `password` and `tlsConfig`. An address of its own takes the place
 * of the connection's; one that leads to another server gets nothing of the secrets of the connection.
 * @param options.splits whether user and password are taken out of the address of the connection
 */
export function fillServer(
  written: Written,
  connection: ConnectionValues,
  options: { splits: boolean },
): Result<Written, string> {
  const given =
    options.splits && connection.url !== undefined
      ? { ...connection, ...takeUserinfo(connection.url), ...definedCredentials(connection) }
      : connection
  const own = writtenText(written, 'url')
  const url = own ?? given.url
  const rest = without(written, 'connection')
  if (url === undefined)
    return fail(
      `the connection ${connection.namespace}/${connection.name} has no url, and neither has the check`,
    )
  const lends = own === undefined || given.url === undefined || leadToSameServer(own, given.url)
  if (!lends) return succeed(rest)
  return succeed({
    ...without(rest, 'username', 'password', 'authentication'),
    url,
    ...credentialsFor(rest, given),
    ...tlsOf(rest, given),
  })
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
  options: { splits: boolean } = { splits: true },
): ConnectionUse {
  return { at: [], types, fill: (written, connection) => fillServer(written, connection, options) }
}

/** How a spec names the connection that is being tested. */
export const TESTED_CONNECTION = `${SCHEME}tested`

/** Demands an address where no connection is named that has one; also where other fields are wrong. */
export const demandAddress = z.refine(
  (spec: unknown) => !isRecord(spec) || spec['url'] !== undefined || spec['connection'] !== undefined,
  { path: ['url'], error: () => REQUIRED, when: () => true },
)

/** What forms say of a field that is empty and may not be. */
export const REQUIRED = 'This field is required'
