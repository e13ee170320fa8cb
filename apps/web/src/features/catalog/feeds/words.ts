import type { FeedStart } from '@binnacle/contract/catalog'
import type { FeedStatus } from './queries.ts'

/** The words of how a feed is doing. */
export const statusLabels: Readonly<Record<FeedStatus, string>> = {
  failing: 'Failing',
  behind: 'Behind',
  waiting: 'Nothing sent yet',
  current: 'Up to date',
  off: 'Off',
}

/** The words of where a feed begins. */
export const startLabels: Readonly<Record<FeedStart, string>> = {
  next: 'The next change',
  oldest: 'The oldest stored change',
}
