import { queryOptions } from '@tanstack/react-query'
import { loadFrame } from '../../../application/session/session.ts'
import { ALERTS_KEY } from './key.ts'

/** The count at the bell, from what the frame loads anyway. On its own, as the first page needs nothing else of alerts. */
export const myAlertsQuery = queryOptions({
  // The session was loaded with the page and says the first count.
  staleTime: Number.POSITIVE_INFINITY,
  queryKey: [...ALERTS_KEY, 'mine'],
  // A tab that cannot reach its server says so elsewhere. Whom an alert tells changes with each message.
  meta: { quiet: true, follows: ['notification_history'] },
  queryFn: async ({ signal }) => (await loadFrame(signal)).alerts,
})
