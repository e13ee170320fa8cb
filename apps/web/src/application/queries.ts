import { QueryClient } from '@tanstack/react-query'
import { failureTexts, RequestFailure } from './failure.ts'

const passing = new Set<string>([failureTexts.timeout, failureTexts.network, failureTexts.offline])

/** Only what a second try may mend is tried again: timeouts and the network, at most three times. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 3 && error instanceof RequestFailure && passing.has(error.message)
}

/** What the screens have loaded. Live changes keep it fresh, so it is not loaded again by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
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
