import { parse } from 'csv-parse/sync'
import { DataError } from '../errors.ts'
import type { Limits } from '../options.ts'
import { readBodyText } from './read-body.ts'
import { refuseBrokenTexts } from './texts.ts'

/** Rows that a client sent. */
export interface RowsBody {
  /** An array of objects, as text. */
  json: string
  /** Columns that the rows contain. */
  keys: readonly string[]
  /** How many rows there are. */
  length: number
  /** The parsed objects. Their numbers may have lost digits that `json` has. */
  rows: readonly Readonly<Record<string, unknown>>[]
}

function invalid(message: string, details?: string): DataError {
  return new DataError(400, 'PGRST102', message, { details })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a media type is JSON. */
const isJson = (contentType: string) => contentType === 'application/json' || contentType.endsWith('+json')

/**
 * Reads the body as text within the limits of the service.
 * @throws DataError with the exceeded limit
 */
export async function readBody(request: Request, limits: Limits): Promise<string> {
  const { bodyBytes, bodyDepth, bodyValues, bodyPace } = limits
  const contentType = contentTypeOf(request)
  const read = await readBodyText(request, {
    bytes: bodyBytes,
    json: isJson(contentType) ? { depth: bodyDepth, nodes: bodyValues } : undefined,
    pace: bodyPace,
  })
  if (!read.ok) {
    const { status, message, field } = read.failure
    throw new DataError(status, 'PGRST102', message, {
      details: field === undefined ? null : [{ path: field, message }],
    })
  }
  const { text } = read
  if (text.includes('\u0000')) throw invalid('The body contains a null character')
  refuseManyParts(text, contentType, bodyValues)
  return text
}

/** Separators between the values of a body that is not JSON. */
const separators: ReadonlyMap<string, RegExp> = new Map([
  ['text/csv', /[,\n]/g],
  ['application/x-www-form-urlencoded', /&/g],
])

function refuseManyParts(text: string, contentType: string, limit: number): void {
  const separator = separators.get(contentType)
  if (separator === undefined) return
  let count = 1
  // Count before parsing. Separators in quotes count too, so the limit errs on the safe side.
  for (const _ of text.matchAll(separator)) {
    count += 1
    if (count > limit) throw new DataError(413, 'PGRST102', `The body has more than ${limit} values`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid('Empty or invalid json', error instanceof Error ? error.message : undefined)
  }
}

function sameKeys(some: readonly string[], other: object): boolean {
  const keys = Object.keys(other)
  return keys.length === some.length && some.every((key) => Object.hasOwn(other, key))
}

/**
 * Reads rows from JSON: an object, or an array of objects.
 * @param columns columns to read of each object; without them all objects must have the same keys
 * @returns undefined for other JSON
 */
function rowsOf(value: unknown, text: string, columns: readonly string[] | undefined): RowsBody | undefined {
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  const objects = rows.filter(isObject)
  if (objects.length !== rows.length) return undefined
  const keys = columns ?? Object.keys(objects[0] ?? {})
  if (columns === undefined && !objects.every((row) => sameKeys(keys, row))) return undefined
  return { json: Array.isArray(value) ? text : `[${text}]`, keys, length: rows.length, rows: objects }
}

function readJsonRows(text: string, columns: readonly string[] | undefined): RowsBody {
  const body = rowsOf(parseJson(text), text, columns)
  if (body === undefined) throw invalid('All object keys must match')
  return body
}

function readCsvRows(text: string): RowsBody {
  let lines: string[][]
  try {
    lines = parse(text, { bom: true, skip_empty_lines: true })
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'The CSV cannot be read')
  }
  const [header, ...records] = lines
  if (header === undefined) throw invalid('Empty or invalid csv')
  const rows = records.map((record) =>
    Object.fromEntries(
      header.map((name, position) => [name, record[position] === 'NULL' ? null : record[position]]),
    ),
  )
  return { json: JSON.stringify(rows), keys: header, length: rows.length, rows }
}

function readFormRows(text: string): RowsBody {
  const row = Object.fromEntries(new URLSearchParams(text))
  return { json: JSON.stringify([row]), keys: Object.keys(row), length: 1, rows: [row] }
}

/** The media type of a request body, without parameters. */
export function contentTypeOf(request: Request): string {
  return (
    (request.headers.get('content-type') ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  )
}

function readRowsOf(text: string, contentType: string, columns: readonly string[] | undefined): RowsBody {
  switch (contentType) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return readJsonRows(text, columns)
    case 'text/csv':
      return readCsvRows(text)
    case 'application/x-www-form-urlencoded':
      return readFormRows(text)
    default:
      throw new DataError(400, 'PGRST102', `Content-Type not acceptable: ${contentType}`)
  }
}

/** Reads the rows of a body by its media type. */
export function readRows(
  text: string,
  contentType: string,
  columns: readonly string[] | undefined,
): RowsBody {
  const body = readRowsOf(text, contentType, columns)
  refuseBrokenTexts(body.rows)
  return body
}

/**
 * Reads the objects of a JSON body.
 * @param columns columns to read of each object; without them all objects must have the same keys
 * @returns undefined for other JSON, which only one unnamed parameter takes
 */
export function readArguments(text: string, columns: readonly string[] | undefined): RowsBody | undefined {
  const body = rowsOf(parseJson(text), text, columns)
  if (body !== undefined) refuseBrokenTexts(body.rows)
  return body
}
