import type { ScrapeFault } from '@binnacle/plugin-kit/scrapers'

/** What is wrong where a stored connection was not filled in. */
export const UNRESOLVED =
  'the scraper names a stored connection, which only a running server can look up, or it has no address'

/** A part of a source that could not be read. */
export function fault(message: string, missing: Pick<ScrapeFault, 'type' | 'scope'> = {}): ScrapeFault {
  return { kind: 'fault', message, ...missing }
}
