import type { ScrapeFault } from '@binnacle/plugin-kit/scrapers'
import { Drops } from './drops.ts'
import type { ItemFault, ScraperIdentity } from './ready.ts'
import type { Partition } from './sweep.ts'

/** Faults that a run keeps. Further ones are counted. */
const MOST_FAULTS = 1_000

/** What a run gathers beside the rows of its tables. */
export interface Staged {
  scraper: ScraperIdentity
  complete: Partition[]
  faults: (ScrapeFault | ItemFault)[]
  /** Faults beside those. */
  moreFaults: number
  /** What the faults hide. */
  hidden: Partition[]
  drops: Drops
}

/** Begins to gather. */
export function newStaged(scraper: ScraperIdentity): Staged {
  return { scraper, complete: [], faults: [], moreFaults: 0, hidden: [], drops: new Drops() }
}

/** Keeps a fault, or counts it. */
export function addFault(staged: Staged, fault: ScrapeFault | ItemFault): void {
  if (staged.faults.length < MOST_FAULTS) staged.faults.push(fault)
  else staged.moreFaults += 1
}
