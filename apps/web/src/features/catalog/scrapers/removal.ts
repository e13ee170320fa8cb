import type { Removal } from '../../../application/resource/resource.ts'
import { scraperRequests } from './requests.ts'

/** How a scraper is deleted. */
export const scraperRemoval: Removal<{ id: string; name: string }> = {
  remove: ({ id }) => scraperRequests.remove(id),
  nameOf: ({ name }) => name,
  label: 'Delete scraper',
  explain: () =>
    'It stops at once, and what it found is deleted from the catalog. The history stays for a while.',
  topics: ['config_scrapers', 'configs'],
}
