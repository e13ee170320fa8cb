import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import type { StoreInput } from '../store/input.ts'

/** Notes of which types a followed source has told everything, and when. */
export interface UpToDate {
  add(scraped: ScrapeOutput, ready: readonly StoreInput[], now: Date): void
  /** What was noted since the last call, as ISO times by type; undefined for nothing. */
  take(): Readonly<Record<string, string>> | undefined
}

/** @returns notes of one entry. A spec may give its items other types than its source does. */
export function createUpToDate(): UpToDate {
  /** Types of the catalog by types of the source. */
  const finalTypes = new Map<string, Set<string>>()
  /** Types of the source. Single items may be told of others, too. */
  const followed = new Set<string>()
  let noted = new Map<string, string>()
  return {
    add(scraped, ready, now) {
      if (scraped.kind !== 'item' && scraped.kind !== 'up-to-date') return
      const { type } = scraped
      if (type === undefined) return
      const types = finalTypes.get(type) ?? new Set()
      if (scraped.kind === 'up-to-date') followed.add(type)
      else {
        for (const one of ready) if (one.kind === 'item') types.add(one.type)
        finalTypes.set(type, types)
      }
      if (followed.has(type))
        for (const one of types.size === 0 ? [type] : types) noted.set(one, now.toISOString())
    },
    take() {
      if (noted.size === 0) return undefined
      const taken = Object.fromEntries(noted)
      noted = new Map()
      return taken
    },
  }
}
