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
   * @param whole the spec that has this part, with the connections that were filled in before
   * @returns what was written without `connection`, or why the connection is of no use
   */
  fill(written: Written, connection: ConnectionValues, whole: Written): Result<Written, string>
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

const placeholder = /\$\(\.?([A-Za-z0-9_.-]+)\)/g

/** Names in the placeholders of an address, each $(name). */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name)
}

/** The name in a text that is nothing but one placeholder, such as `$(.url)`. */
export function soleIn(text: string): string | undefined {
  return /^\$\(\.?([A-Za-z0-9_.-]+)\)$/.exec(text.trim())?.[1]
}

/** A value as it stands in the path or the query of an address. */
export function placeholderPart(value: string): string {
  // What encodeURIComponent leaves as it is, an address in a query does not.
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')
}

/**
 * Fills the placeholders in an address; what is put in is escaped as a part of one.
 * @returns the address with what was put in, or the placeholders that have no value
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
 * Fills the placeholders in the URL of a connection: $(username), $(password), $(domain), $(name), $(type),
 * $(namespace), $(properties.x). What is put in is escaped as a part of a URL.
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

/** A part of an address without its escapes; people also write percent signs that begin none. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The values of a connection that may stand in no output. */
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

/** The values of a connection that even scripts of checks must not see, where its server sends them back. */
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

/** Demands an address where no connection is named that has one; also where other fields are wrong. */
export const demandAddress = z.refine(
  (spec: unknown) => !isRecord(spec) || spec['url'] !== undefined || spec['connection'] !== undefined,
  { path: ['url'], error: () => REQUIRED, when: () => true },
)

/** What forms say of a field that is empty and may not be. */
export const REQUIRED = 'This field is required'
