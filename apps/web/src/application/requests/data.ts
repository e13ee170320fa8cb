import type { DataSchema } from '@binnacle/contract/schema'
import { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { sendRequest } from './api.ts'
import { RequestFailure } from './failure.ts'

/** Sends a request of the data service client with the timeout and the failures of every other request. */
async function send(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { signal, ...rest } = init ?? {}
  return sendRequest(address, rest, signal ?? undefined)
}

// Tests have no location, and the client needs a whole address.
const address = `${globalThis.location?.origin ?? 'http://localhost'}/api/db`
const options = {
  schema: 'api',
  fetch: send,
  // TanStack Query decides about retries; see `shouldRetry`.
  retry: false,
} as const

/** Client of the data service, typed by relation. Import it only into pages that need it: it is large. */
export const data = new PostgrestClient<{ api: DataSchema }>(address, options)

/** Untyped client for code that gets the name of the relation at run time and parses the rows itself. */
export const tables = new PostgrestClient(address, options)

/** A request for rows of any relation. */
export type TableQuery = ReturnType<ReturnType<typeof tables.from>['select']>

/** Returns the `like` pattern that matches every text containing the given one. */
export function containing(text: string): string {
  // The service reads `*` as any text and cannot escape it, so match any one character instead.
  return `*${text
    .trim()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '_')}*`
}

/** Returns an `or` condition: at least one of the columns contains the text. */
export function anyContains(columns: readonly string[], text: string): string {
  const quoted = containing(text).replaceAll(/["\\]/g, String.raw`\$&`)
  return columns.map((column) => `${column}.ilike."${quoted}"`).join(',')
}

/** Loads the rows of a query. */
export async function rowsOf<Row>(
  query: Loadable,
  row: z.ZodMiniType<Row>,
  signal: AbortSignal,
): Promise<Row[]> {
  const { data: rows } = await query.abortSignal(signal).throwOnError()
  return z.array(row).parse(rows)
}

/** Loads the first row of a query; null if missing. */
export async function firstRowOf<Row>(
  query: Loadable,
  row: z.ZodMiniType<Row>,
  signal: AbortSignal,
): Promise<Row | null> {
  return (await rowsOf(query, row, signal))[0] ?? null
}

/** The methods of a query that loading uses. */
interface Loadable {
  abortSignal(signal: AbortSignal): { throwOnError(): PromiseLike<{ data: unknown }> }
}

/** A page of rows, with the number of rows on all pages. */
export interface DataPage<Row> {
  rows: Row[]
  total: number
}

/** Returns the indexes of the first and last row of a page, counted from 0. */
export function rangeOf(pageIndex: number, pageSize: number): [number, number] {
  return [pageIndex * pageSize, (pageIndex + 1) * pageSize - 1]
}

/**
 * Loads a page. A page beyond the last one, for example after a deletion, is empty but has the total.
 * @param load loads the page with the given index
 */
export async function pageOrEnd<Row>(
  pageIndex: number,
  load: (pageIndex: number) => Promise<DataPage<Row>>,
): Promise<DataPage<Row>> {
  try {
    return await load(pageIndex)
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== BEYOND) throw error
    const { total } = await load(0)
    return { rows: [], total }
  }
}

/** HTTP status when the requested range begins after the last row. */
const BEYOND = 416
