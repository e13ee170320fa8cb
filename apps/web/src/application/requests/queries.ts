import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureTexts, RequestFailure } from './failure.ts'

/** First part of the query keys of identity flows, which handle their failures themselves. */
export const FLOW_KEY = 'flow'

const passing = new Set<string>([failureTexts.timeout, failureTexts.network, failureTexts.offline])

/** Retries only failures that may pass, timeouts and network errors, at most three times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 3 && error instanceof RequestFailure && passing.has(error.message)
}

/** Milliseconds for which lookup lists, such as people to choose from, and feature flags stay fresh. */
export const LOOKUP_FRESH = 300_000

/**
 * Creates the cache of loaded data. Live changes keep it fresh, so focus does not reload it.
 * @param onFailure receives the error of every failed request, except those of identity flows
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
      // Without a connection, fail with a message instead of waiting silently.
      queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Returns the message of a failure for the person who waited. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : failureTexts.other
}

/** Returns the request id under which the server logged a failure. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof RequestFailure ? error.requestId : undefined
}

/** The fields of a query that decide about its lasting failure. */
interface Attempts {
  data: unknown
  error: Error | null
  /** Number of failures so far; 0 before the first one. */
  errorUpdateCount: number
}

/**
 * Returns the failure of a query until it has data. During a retry the query itself clears its error, so a screen
 * that used that would flicker between error and placeholder.
 */
export function useLastingFailure({ data, error, errorUpdateCount }: Attempts): Error | null {
  const [kept, keep] = useState(error)
  const lasting = error ?? (data === undefined && errorUpdateCount > 0 ? kept : null)
  if (lasting !== kept) keep(lasting)
  return lasting
}
