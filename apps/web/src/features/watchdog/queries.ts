import {
  type DeadManForm,
  describeBlindness,
  pingResult,
  type WatchdogState,
  watchdogState,
} from '@binnacle/contract/watchdog'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../application/requests/api.ts'

// The first part is the live topic: a change loads it again.
export const WATCHDOG_KEY = ['watchdog'] as const

export const watchdogQuery = queryOptions({
  queryKey: [...WATCHDOG_KEY, 'state'],
  queryFn: ({ signal }) => request('/api/watchdog', watchdogState, { signal }),
})

/** Loads why the product cannot see what happens. Null if it can. */
export async function loadBlindness(signal: AbortSignal): Promise<string | null> {
  const { isOn, detectors } = await request('/api/watchdog', watchdogState, { signal })
  if (!isOn) return null
  return describeBlindness(detectors.filter(({ state }) => state === 'unhealthy').map(({ reason }) => reason))
}

/** Changes the dead-man's switch. */
export function saveDeadMan(body: DeadManForm): Promise<WatchdogState> {
  return request('/api/watchdog/deadman', watchdogState, { method: 'PATCH', body })
}

/** Pings the URL now. @returns why it failed; null if it was answered */
export function testDeadMan(): Promise<{ error: string | null }> {
  return request('/api/watchdog/deadman/test', pingResult, { method: 'POST' })
}
