import type { DataSchema } from '@binnacle/contract/schema'
import { PostgrestClient } from '@supabase/postgrest-js'
import { sendRequest } from './api.ts'
import { RequestFailure } from './failure.ts'

/** Sends what the client of the data service asks, with the time limits and failures of every other request. */
async function send(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { signal, ...rest } = init ?? {}
  return sendRequest(address, rest, signal ?? undefined)
}

const address = `${globalThis.location?.origin ?? ''}/api/db`
const options = {
  schema: 'api',
  fetch: send,
  // Queries decide themselves what is tried again.
  retry: false,
} as const

/**
 * The data service, with the types of its relations. Load it with the pages that need it only: it is large.
 * Every call ends in `.throwOnError()`, so that failures are RequestFailures as everywhere else.
 */
export const data = new PostgrestClient<{ api: DataSchema }>(address, options)

/** The same service for code that knows a relation by its name only, and parses the rows itself. */
export const tables = new PostgrestClient(address, options)

/** A request for rows of any relation. */
export type TableQuery = ReturnType<ReturnType<typeof tables.from>['select']>

/** The pattern of every text that holds another one, whatever signs are in that. */
export function containing(text: string): string {
  // The service takes * for any text, and has no way to mean the sign itself: any one sign comes closest.
  return `*${text
    .trim()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '_')}*`
}

/** A condition that any of some columns holds a text, for `or`. */
export function anyContains(columns: readonly string[], text: string): string {
  const quoted = containing(text).replaceAll(/["\\]/g, String.raw`\$&`)
  return columns.map((column) => `${column}.ilike."${quoted}"`).join(',')
}

/** A page of rows, and how many there are on all pages. */
export interface DataPage<Row> {
  rows: Row[]
  total: number
}

/** The first and the last row of a page, as the data service asks for them. */
export function rangeOf(pageIndex: number, pageSize: number): [number, number] {
  return [pageIndex * pageSize, (pageIndex + 1) * pageSize - 1]
}

/**
 * Loads a page, or none of the rows where it lies beyond the last one, as after something was deleted.
 * @param load loads the page that it is given
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

/** Status of an answer to who asks for rows beyond the last one. */
const BEYOND = 416
