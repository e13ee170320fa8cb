import type { SendHistoryReasoned } from '@binnacle/contract/notifications'

/**
 * Why a message has its status: what the service answered, or the step that stopped or held it last. Undefined for one that
 * went out as it should.
 */
export function reasonOf({
  status,
  error,
  decisions,
}: Pick<SendHistoryReasoned, 'status' | 'error' | 'decisions'>): string | undefined {
  if (error !== null && error !== '') return error
  if (status === 'sent') return undefined
  return decisions.findLast(({ outcome }) => outcome === 'stop' || outcome === 'hold')?.reason
}
