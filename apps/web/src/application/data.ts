import type { DataSchema } from '@binnacle/contract'
import { PostgrestClient } from '@supabase/postgrest-js'
import { sendRequest } from './api.ts'

/** Sends what the client of the data service asks, with the time limits and failures of every other request. */
async function send(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { signal, ...rest } = init ?? {}
  return sendRequest(address, rest, signal ?? undefined)
}

/**
 * The data service, with the types of its relations. Load it with the pages that need it only: it is large.
 * Every call ends in `.throwOnError()`, so that failures are RequestFailures as everywhere else.
 */
export const data = new PostgrestClient<{ api: DataSchema }>(`${location.origin}/api/db`, {
  schema: 'api',
  fetch: send,
  // Queries decide themselves what is tried again.
  retry: false,
})

/** What a text must look like to be found within another one; what the service reads as a sign of its own is left out. */
export function containing(text: string): string {
  return `*${text.replaceAll(/[*%,()"\\]/g, ' ').trim()}*`
}
