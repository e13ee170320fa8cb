import type { Severity } from '@binnacle/contract/health'
import type { Json } from '@binnacle/plugin-kit/core'
import type {
  ItemReference,
  RelatedItem,
  ScrapedCost,
  ScrapedPartition,
  ScrapeFault,
} from '@binnacle/plugin-kit/scrapers'
import type { Difference } from './documents/json-patch.ts'
import type { TypeAges } from './decide/expired-items.ts'

/** A property that the page of an item shows. Source: specification, document 2 section 3. */
export interface ItemProperty {
  name: string
  label?: string
  icon?: string
  text?: string
  value?: number
  unit?: string
  type?: string
  order?: number
  links?: { label: string; url: string }[]
  [other: string]: unknown
}

/** An item as it will be stored: extracted, transformed, masked, and with its health. */
export interface ItemInput {
  kind: 'item'
  /** Of its agent, scraper, type and external id, unless its source names it by a UUID. */
  id: string
  /** What its source calls it, the name that its id is made of first. */
  externalIds: readonly string[]
  type: string
  class: string
  name: string
  /** Its document. Undefined where a run found the item and no document, which leaves the stored one. */
  config: Json | undefined
  status: string | undefined
  health: 'healthy' | 'unhealthy' | 'warning' | 'unknown' | undefined
  ready: boolean | undefined
  description: string | undefined
  icon: string | undefined
  labels: Readonly<Record<string, string>>
  /** At most five that people named, and those of its source. */
  tags: Readonly<Record<string, string>>
  properties: readonly ItemProperty[]
  source: string | undefined
  /** Part of the source that contains it; with its type, its partition. */
  scope: string
  createdAt: Date | undefined
  deletedAt: Date | undefined
  deleteReason: 'FROM_ATTRIBUTE' | 'FROM_DELETE_FIELD' | undefined
  /** What contains it, the nearest first. The first that is found becomes its parent. */
  parents: readonly ItemReference[]
  related: readonly EdgeInput[]
  /** Whether changes of its document are not recorded. */
  ignoresDiff: boolean
  /** What the spec says of changes of its document; left out where it says nothing. */
  changeRules?: DocumentChangeRules
}

/** How a document has changed. */
export interface DocumentChange {
  /** Paths that changed, for people. */
  summary: string
  /** Unified diff. */
  diff: string
  /** Merge patch from the new document to the old one. */
  patch: Json
  changed: readonly Difference[]
  /** The new document. */
  document: Json
}

/** A change of a document after the rules of its spec. */
export interface RuledChange {
  kind: 'ruled'
  type: string
  /** Undefined where no rule gives one: a change of a document has none by itself. */
  severity: Severity | undefined
  summary: string | undefined
  deletes: boolean
}

/** Applies the rules of a spec to a change of a document. */
export type DocumentChangeRules = (change: DocumentChange) => Promise<RuledChange | DroppedChange>

/** An edge to items that a reference or a selector names. */
export interface EdgeInput extends RelatedItem {
  /** Who says so: `scraper`, or the number of the rule of its spec. */
  by: string
  labels?: Readonly<Record<string, string>>
  name?: string
  namespace?: string
  /** Scraper whose items are meant: its own if left out, all if `all`. */
  scraper?: string
  agent?: string
}

/** A change that the source tells, with the rules of its spec applied. */
export interface ChangeInput {
  kind: 'change'
  item: ItemReference
  externalId: string
  type: string
  severity: Severity
  summary: string | undefined
  /** As the source names the person. */
  by: string | undefined
  source: string | undefined
  at: Date | undefined
  details: Json | undefined
  diff: string | undefined
  patches: Json | undefined
  /** Deletes the item. Only where the allow-list of its type, or a rule of the spec, says so. */
  deletes: boolean
}

/** A change that is counted, and not kept. */
export interface DroppedChange {
  kind: 'dropped'
  reason: 'ignored' | 'excluded'
  type: string
  /** Type of the item, where it is known. */
  itemType?: string
  /** The rule. */
  because: string
}

export interface InsightInput {
  kind: 'insight'
  item: ItemReference
  externalId: string
  analyzer: string
  type: string
  severity: Severity
  summary: string | undefined
  message: string | undefined
  source: string | undefined
  details: Json | undefined
}

/** What an item cost. Its days exist, and its amounts are numbers that the database can store. */
export type CostInput = ScrapedCost

/** The source has said that an item is gone. */
export interface DeletionInput {
  kind: 'deletion'
  item: ItemReference
  at: Date | undefined
  /** Left out where a source says it. */
  reason?: 'BY_HAND'
}

/** Something that failed for one item. The others are stored. */
export interface ItemFault {
  kind: 'item-fault'
  message: string
  /** How people find it: name or external id, and type. */
  item: string
  type: string | undefined
}

/** Every entry of the spec saw something whole: what earlier specs covered and this one does not is no longer looked for. */
interface SpecCovered {
  kind: 'covered'
}

/** What the store is given: the output of extraction. */
export type StoreInput =
  | ItemInput
  | ChangeInput
  | DroppedChange
  | InsightInput
  | CostInput
  | DeletionInput
  | ItemFault
  | ScrapedPartition
  | SpecCovered
  | ScrapeFault

/** Numbers of a run. Source: specification of the job history, `scrape_summary`. */
export interface RunCounts {
  added: number
  updated: number
  unchanged: number
  deleted: number
  restored: number
  /** Items that are not stored, as the ages of their type would delete them at once. */
  leftOut: number
  /** Deletions that a brake holds. */
  held: number
  changes: { stored: number; grouped: number; ignored: number; excluded: number; orphaned: number }
  insights: number
  /** Items whose costs were told. */
  costs: number
  /** Items that could not be stored. */
  warnings: number
  /** Parts of the source that could not be read. */
  errors: number
  edges: number
}

/** What came of a run. */
export interface RunSummary {
  runId: string
  counts: RunCounts
  types: Readonly<Record<string, RunCounts>>
  /** Types whose deletions a brake holds. */
  held: readonly { type: string; count: number; total: number }[]
  faults: readonly (ScrapeFault | ItemFault)[]
}

/** What a run would do, for people who edit a spec. Lists are cut; `counts` are whole. */
export interface RunPreview extends RunSummary {
  items: readonly {
    id: string
    type: string
    name: string
    does: 'add' | 'update' | 'keep' | 'delete' | 'restore'
    /** Unified diff of an update. */
    diff: string | undefined
    /** The document as it would be stored. */
    config: Json | undefined
  }[]
}

/** A run that gathers what it finds. Nothing of it is seen before it is published, and then all of it. */
export interface StagedRun {
  readonly id: string
  /** Adds a batch; batches of some hundred are best. */
  add(batch: readonly StoreInput[]): Promise<void>
  /** Tells what publishing would do, and leaves the catalog as it is. */
  preview(limit: number): Promise<RunPreview>
  /** Stores all in one transaction, with changes, edges, deletions and events. */
  publish(): Promise<RunSummary>
  /** Forgets all. Also done where the process dies. */
  discard(): Promise<void>
}

/** A person who writes items by hand. */
export interface ByHand {
  personId: string
  email: string
}

/** Who scrapes. */
export interface ScraperIdentity {
  id: string
  agentId: string
  /** Of its spec; changes with each edit. Left out where no spec says what is looked for. */
  revision?: string | undefined
  /** How long it keeps items, for the types of which its spec says so. */
  ages?: readonly TypeAges[] | undefined
}

export interface CatalogStore {
  /** @throws if another run of the scraper is under way */
  begin(scraper: ScraperIdentity, options: { preview: boolean }): Promise<StagedRun>
  /** Stores what a followed source tells, at once: batches of what happened within a moment. */
  follow(scraper: ScraperIdentity, batch: readonly StoreInput[]): Promise<RunCounts>
}
