import { fail, REQUIRED, type Result, succeed } from '@binnacle/contract/core'
import { z } from 'zod'
import { field } from './fields.ts'
import { isRecord } from './json.ts'

/** A stored connection with opened secrets and an unrendered URL. */
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

/** A reference to a stored connection: its id, or its name with or without namespace and type. */
export type ConnectionReference =
  | { id: string }
  | { name: string; namespace?: string; type?: string; isShort: boolean }

/** A spec as written, or a part of it. */
export type RawSpec = Readonly<Record<string, unknown>>

/** A place of a spec that can name a connection in `connection`. */
export interface ConnectionUse {
  /** Path to the object with the key `connection`; empty for the spec itself. */
  at: readonly string[]
  /** Connection types that fit there. Forms offer these. */
  types: readonly string[]
  /**
   * Fills a connection into a part of a spec. Fields of the spec take precedence unless that would reveal a secret.
   * @param connection with a rendered URL
   * @param whole the spec with this part, and with the connections that were filled in before
   * @returns the part without `connection`, or why the connection cannot be used
   */
  fill(written: RawSpec, connection: ConnectionValues, whole: RawSpec): Result<RawSpec, string>
}

const SCHEME = 'connection://'
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses connection://name, connection://namespace/name, connection://type/namespace/name, or an id. */
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

/** Whether a text is a reference to a stored connection, valid or not. */
export function namesConnection(text: string): boolean {
  return text.startsWith(SCHEME) || uuid.test(text)
}

const FORMS = `${SCHEME}name, ${SCHEME}namespace/name, ${SCHEME}type/namespace/name or an id`

/** The problem of a reference; undefined if it is valid. */
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
    .max(1_000, { abort: true })
    .check((context) => {
      const message = referenceProblem(context.value)
      if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
    })
    .optional(),
  {
    title: 'Connection',
    description: `A stored connection with the address and the account: ${FORMS}.`,
  },
)

/** The error of a run whose connection was not filled in. */
export const UNRESOLVED =
  'the check names a stored connection, which only a running server can look up, or it has no address'

const placeholder = /\$\(\.?([A-Za-z0-9_.-]+)\)/g

/** Names of the placeholders $(name) of an address. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

/** The name of a text that is exactly one placeholder, such as `$(.url)`; undefined for other texts. */
export function soleIn(text: string): string | undefined {
  return /^\$\(\.?([A-Za-z0-9_.-]+)\)$/.exec(text.trim())?.[1]
}

/** Escapes a value for the path or the query of an address. */
export function placeholderPart(value: string): string {
  // encodeURIComponent does not escape these, but an address in a query does.
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')
}

/**
 * Replaces the placeholders of an address by escaped values.
 * @returns the address with the used values, or the placeholders that have no value
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): Result<{ text: string; parts: readonly string[] }, string[]> {
  const missing: string[] = []
  const parts: string[] = []
  const filled = text.replaceAll(placeholder, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) missing.push(written)
    const part = placeholderPart(value ?? '')
    parts.push(part)
    return part
  })
  return missing.length > 0 ? fail(missing) : succeed({ text: filled, parts })
}

/**
 * Renders the URL of a connection with these placeholders: $(username), $(password), $(domain), $(name), $(type),
 * $(namespace), $(properties.x). Values are escaped.
 * @returns the connection, or which placeholder has no value
 */
export function renderConnection(connection: ConnectionValues): Result<ConnectionValues, string> {
  const label = `the connection ${connection.namespace}/${connection.name}`
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
  const rendered = fillPlaceholders(url.trim(), values)
  return rendered.ok
    ? succeed({ ...connection, url: rendered.value.text })
    : fail(`${label} has nothing to put in the place of ${rendered.failure.join(', ')} in its url`)
}

/** An address without user, path and query. It is not a secret, and redacting it would make messages unreadable. */
const plainAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^\s/@?#=]+\/?$/i

/** Properties of connections that are not secret, so readers see their values. */
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
  'scripts',
  'searchPath',
  'servers',
  'share',
  'sharename',
  'tenant',
  'tenantID',
  'tokenURL',
  'usePathStyle',
  'workstation',
])

/** Unescapes a part of an address. A percent sign that starts no escape stays, because people write such. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The secret values of a connection, to redact from all output. */
export function connectionSecrets(connection: ConnectionValues): string[] {
  const { url, username, password, certificate, properties } = connection
  const userinfo = URL.parse(url ?? '')
  const inUrl = [userinfo?.username ?? '', userinfo?.password ?? ''].flatMap((text) => [
    text,
    decodePart(text),
  ])
  const hidden = Object.entries(properties).flatMap(([key, value]) =>
    openProperties.has(key) ? [] : [value],
  )
  const address = url === undefined || plainAddress.test(url) ? [] : [url]
  return [...address, ...inUrl, username ?? '', password ?? '', certificate ?? '', ...hidden].filter(
    (text) => text !== '',
  )
}

/** The secret values that even scripts of checks must not see, for example when a server echoes them. */
export function unseenSecrets({ url, password, certificate, properties }: ConnectionValues): string[] {
  const inUrl = URL.parse(url ?? '')?.password ?? ''
  const hidden = Object.entries(properties).flatMap(([key, value]) =>
    openProperties.has(key) ? [] : [value],
  )
  return [inUrl, decodePart(inUrl), password ?? '', certificate ?? '', ...hidden].filter(
    (text) => text !== '',
  )
}

/** How a spec names the connection that is being tested. */
export const TESTED_CONNECTION = `${SCHEME}tested`

/** Requires an address unless a connection is named. Runs even if other fields are invalid. */
export const demandAddress = z.refine(
  (spec: unknown) => !isRecord(spec) || spec['url'] !== undefined || spec['connection'] !== undefined,
  { path: ['url'], error: () => REQUIRED, when: () => true },
)
