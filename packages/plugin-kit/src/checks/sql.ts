import { REQUIRED } from '@binnacle/contract/core'
import { namesValue } from '@binnacle/contract/schema'
import { z } from 'zod'
import type { CheckContext } from './check.ts'
import { namesConnection, referenceProblem } from '../core/connection.ts'
import { serverConnection } from '../core/connection-filling.ts'
import type { ReadServers } from '../core/connection-servers.ts'
import { excerpt } from './excerpt.ts'
import { field, secretText, type SecretValue, secretValue, wholeFromZero } from '../core/fields.ts'
import type { Json } from '../core/json.ts'
import { type CheckOutcome, healthy, unhealthy } from '../core/outcome.ts'
import { credentialFields } from '../core/server-fields.ts'

/** Most rows in the evidence, and most characters of a value. */
const MOST_ROWS = 100
const LONGEST_VALUE = 2_000
/** Most characters of a value that are read at all. */
const LONGEST_READ = 100_000
/** Most rows. More stop the query, because a check that reads a whole table is a mistake. */
export const MOST_COUNTED = 100_000

/** Fields that say where a database is. @param forms the forms that an address may have */
export function addressFields(forms: string) {
  const url = {
    title: 'URL',
    description: `${forms} A secret, because it may contain a password.`,
  }
  const connection = {
    title: 'Connection',
    description:
      'A stored connection: connection://name, connection://namespace/name, connection://type/namespace/name or an id. Any other text is the same as "url".',
    reference: true,
  }
  return {
    connection: field(secretValue(connection).optional(), connection),
    url: field(secretValue(url).optional(), url),
  }
}

/** Fields of every check that sends a query to an SQL database. @param forms the forms that an address may have */
export function sqlFields(forms: string) {
  return {
    ...addressFields(forms),
    ...credentialFields,
    query: field(z.string().trim().min(1).max(100_000).optional(), {
      title: 'Query',
      description:
        'Default: SELECT 1. With {{ it is a Go template, which sees canary, check and last_result, but no variables.',
      widget: 'code',
      language: 'sql',
      destination: false,
    }),
    results: field(wholeFromZero.optional(), {
      title: 'Minimum rows',
      description: 'Fewer rows than this are unhealthy. Default: 0',
      destination: false,
    }),
  }
}

interface SqlSpec {
  connection?: SecretValue
  url?: SecretValue
  results?: number | undefined
}

/**
 * How a connection of a type fills the address of a database.
 * @param read finds the servers of an address
 */
export function sqlConnection(type: string, read: ReadServers) {
  return [serverConnection([type], { splits: false, read })]
}

/** The stored connection that a spec names; undefined if it names none. */
export function sqlReference(spec: SqlSpec): string | undefined {
  const text = secretText(spec.connection)?.trim()
  return text !== undefined && namesConnection(text) ? text : undefined
}

/** The address of the database as text, from the field that has it. */
export function sqlUrl(spec: SqlSpec): string | undefined {
  return secretText(spec.url) ?? (sqlReference(spec) === undefined ? secretText(spec.connection) : undefined)
}

/**
 * Requires exactly one address that can be parsed.
 * @param read returns the problem of an address, or undefined
 */
export function demandSqlUrl(
  context: z.core.ParsePayload<SqlSpec>,
  read: (text: string) => string | undefined,
): void {
  const { url, connection } = context.value
  const text = sqlUrl(context.value)
  const reference = sqlReference(context.value)
  const malformed = reference === undefined ? undefined : referenceProblem(reference)
  const isConnection = malformed !== undefined || (url === undefined && connection !== undefined)
  const key = isConnection ? 'connection' : 'url'
  const problemOfText = () => {
    if (text === undefined || text === '') return reference === undefined ? REQUIRED : undefined
    if (url !== undefined && connection !== undefined && reference === undefined)
      return 'give either "url" or "connection"'
    // A reference can be parsed only after it is resolved.
    return namesValue(text) ? undefined : read(text)
  }
  const message = malformed ?? problemOfText()
  if (message !== undefined)
    context.issues.push({ code: 'custom', message, path: [key], input: context.value })
}

/** Bytes that are written at once; more are too many arguments for a function. */
const BYTES_AT_ONCE = 8_192

function base64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE)))
  return btoa(parts.join(''))
}

/**
 * A value of a database as JSON: dates as ISO 8601, bytes as Base64.
 * @param longest most characters of a text and most bytes; the rest is cut. All of them if left out
 */
export function sqlValue(value: unknown, longest?: { text: number; bytes: number }): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return longest === undefined ? value : value.slice(0, longest.text)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array)
    return base64(longest === undefined ? value : value.subarray(0, longest.bytes))
  if (Array.isArray(value)) return value.map((item) => sqlValue(item, longest))
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sqlValue(item, longest)]))
  return null
}

/** Takes the rows of an answer as they arrive, and says what they mean. */
export interface RowUse {
  /** @throws to end the query */
  add(row: object): void
  /** Called once, after the last row. @param details of the conversation */
  outcome(details: Record<string, Json>): CheckOutcome
}

/** Counts all rows of an answer and keeps the first ones. */
export interface RowKeeper {
  add(row: object): void
  readonly count: number
  readonly rows: readonly Json[]
}

/** @throws from `add` if there are more than the most rows */
export function createRowKeeper(): RowKeeper {
  const rows: Json[] = []
  let count = 0
  return {
    add(row) {
      count += 1
      if (count > MOST_COUNTED) throw new RangeError(`the answer has more than ${MOST_COUNTED} rows`)
      if (rows.length < MOST_ROWS) rows.push(sqlValue(row, { text: LONGEST_READ, bytes: LONGEST_VALUE }))
    },
    get count() {
      return count
    },
    get rows() {
      return rows
    },
  }
}

/** Texts of a row, cut where they are long. */
function shortened(value: Json, context: Pick<CheckContext, 'redact'>): Json {
  if (typeof value === 'string')
    return value.length > LONGEST_VALUE ? `${excerpt(context, value, LONGEST_VALUE)}…` : value
  if (Array.isArray(value)) return value.map((item: Json) => shortened(item, context))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, Json]) => [key, shortened(item, context)]),
  )
}

/** Compares the rows of a successful query with the spec. */
export function sqlOutcome(
  spec: SqlSpec,
  { count, rows: read }: RowKeeper,
  details: Record<string, Json>,
  context: Pick<CheckContext, 'redact'>,
): CheckOutcome {
  const rows = read.map((row) => shortened(row, context))
  const evidence = { details: { results: { count, rows }, ...details } }
  const fewest = spec.results ?? 0
  const words = count === 1 ? '1 row' : `${count} rows`
  if (count < fewest) return unhealthy(`${words}, expected at least ${fewest}`, evidence)
  return healthy({ ...evidence, message: words })
}

/** The use of rows by a check: they are counted and compared with the spec. */
export function countRows(spec: SqlSpec, context: Pick<CheckContext, 'redact'>): RowUse {
  const kept = createRowKeeper()
  return {
    add: (row) => kept.add(row),
    outcome: (details) => sqlOutcome(spec, kept, details, context),
  }
}

/** Converts a number that a database returns as text, unless a number would lose digits. */
export function exactNumber(text: string): number | string {
  const number = Number(text)
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+/, '')
  return Number.isFinite(number) && digits.length <= 15 ? number : text
}
