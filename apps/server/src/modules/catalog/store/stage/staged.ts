import type { ScrapeFault } from '@binnacle/plugin-kit/scrapers'
import { Drops } from './drops.ts'
import type { ByHand, DroppedChange, ItemFault, ScraperIdentity } from '../input.ts'
import type { Partition } from '../decide/missing-items.ts'

/** Faults that a run keeps. Further ones are counted. */
const MOST_FAULTS = 1_000

/** What a run collects besides the rows of its tables. */
export interface StagingContext {
  scraper: ScraperIdentity
  /** The person who writes, where no scraper does. */
  byHand: ByHand | undefined
  complete: Partition[]
  /** Whether every entry of the spec saw something whole, and lost nothing. */
  covered: boolean
  faults: (ScrapeFault | ItemFault)[]
  /** Further faults. */
  moreFaults: number
  /** What the faults hide. */
  hidden: Partition[]
  drops: Drops
  /** Whether an item that is reported several times has changed each time. A run may only have found it twice. */
  keepsEach: boolean
  /** Numbers of rows that a source reported. A statement that finds none takes as long as one that finds some. */
  counts: { changes: number; insights: number; costs: number; deletions: number }
}

/** Begins to gather. */
export function newStagingContext(
  scraper: ScraperIdentity,
  { byHand, keepsEach = false }: { byHand?: ByHand; keepsEach?: boolean } = {},
): StagingContext {
  return {
    scraper,
    byHand,
    keepsEach,
    complete: [],
    covered: false,
    faults: [],
    moreFaults: 0,
    hidden: [],
    drops: new Drops(),
    counts: { changes: 0, insights: 0, costs: 0, deletions: 0 },
  }
}

/** The scraper that what is gathered belongs to; null for what a person writes. */
export function scraperOf({ scraper, byHand }: Pick<StagingContext, 'scraper' | 'byHand'>): string | null {
  return byHand === undefined ? scraper.id : null
}

/** Counts a change that is not kept. */
export function addDrop(staged: StagingContext, { reason, type, because, itemType }: DroppedChange): void {
  staged.drops.add(reason, type, because, 1, itemType)
}

/** Keeps a fault, or counts it. */
export function addFault(staged: StagingContext, fault: ScrapeFault | ItemFault): void {
  if (staged.faults.length < MOST_FAULTS) staged.faults.push(fault)
  else staged.moreFaults += 1
}
