import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureTexts, RequestFailure } from './failure.ts'

/** First part of the keys of forms of the identity service, which know themselves what a failure means. */
export const FLOW_KEY = 'flow'

const passing = new Set<string>([failureTexts.timeout, failureTexts.network, failureTexts.offline])

/** Only what a second try may mend is tried again: timeouts and the network, at most three times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 3 && error instanceof RequestFailure && passing.has(error.message)
}

/** Milliseconds that looked-up lists, such as people to choose from, and the feature flags stay fresh. */
export const LOOKUP_FRESH = 300_000

/**
 * What the screens have loaded. Live changes keep it fresh, so it is not loaded again by itself.
 * @param onFailure told of every request that failed, those of the sign-in itself excepted
 */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== FLOW_KEY && query.meta?.quiet !== true) onFailure(error)
      },
    }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      // Without a connection a request fails and says so, instead of waiting silently for one.
      queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The words of a failure for the person who waited. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : failureTexts.other
}

/** The number under which the server's log holds a failure. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof RequestFailure ? error.requestId : undefined
}

/** What of a query its lasting failure is told by. */
interface Attempts {
  data: unknown
  error: Error | null
  /** How often it failed so far; none for a query that is asked for the first time. */
  errorUpdateCount: number
}

/**
 * The failure of a query until there is data: while it is tried again, the query itself forgets what was wrong, and a
 * screen that followed it would flicker between the error and the placeholder.
 */
export function useLastingFailure({ data, error, errorUpdateCount }: Attempts): Error | null {
  const [kept, keep] = useState(error)
  const lasting = error ?? (data === undefined && errorUpdateCount > 0 ? kept : null)
  if (lasting !== kept) keep(lasting)
  return lasting
}
