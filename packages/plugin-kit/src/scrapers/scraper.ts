import type { Result } from '@binnacle/contract/core'
import type { Severity } from '@binnacle/contract/health'
import type { ConnectionUse } from '../core/connection.ts'
import type { Json } from '../core/json.ts'
import type { RunContext, RunnableDefinition } from '../core/run-context.ts'

/** What a scraper type is: which configuration it looks for, and where. */
export interface ScraperDefinition<Spec = unknown> extends RunnableDefinition<Spec> {
  /** Where a spec can name stored connections. */
  connections?: readonly ConnectionUse[]
  /** Whether the spec asks to be told what happens between two looks. Never if left out. */
  follows?: (spec: Spec) => boolean
  /** Scripts in fields of this type, by path, so that they are validated before the spec is stored. */
  scripts?: (spec: Spec) => readonly ScraperScript[]
}

/** A script in a field that only one scraper type has. */
export interface ScraperScript {
  path: readonly PropertyKey[]
  language: 'cel' | 'template'
  source: string
}

/** What a scraper may use of the world. Connections and secrets are in its spec, as its fields say. */
export interface ScrapeContext extends RunContext {
  /** Adds a line to the log of the run, which people read while it runs. */
  log: (line: string) => void
  /** When the last run began that found everything; undefined where there was none. For sources that tell changes since. */
  lastComplete: Date | undefined
  /**
   * `look` reads the source once and ends. `follow` begins where a look ended, and yields what happens until the signal
   * aborts; only types that say so in their definition are asked to.
   */
  mode: 'look' | 'follow'
  /** Evaluates a CEL expression, isolated and limited. @returns its value as JSON, or what is wrong with it */
  expression(source: string, variables: Readonly<Record<string, Json>>): Promise<Result<Json, string>>
  /**
   * What to put in the place of a value that its source says is secret, before it is yielded: a digest with a key that types
   * do not know. The same value has the same digest in every run, so a changed one is still seen as changed.
   */
  mask(value: Json): string
}

/** Names an item by what its source calls it. */
export interface ItemReference {
  externalId: string
  /** Such as `AWS::EC2::Instance`. Any if left out. */
  type?: string
}

/** An item of configuration as its source has it. What is left out, the spec of the scraper says. */
export interface ScrapedItem {
  kind: 'item'
  /** A document, or its text in the format that the spec names. */
  config: Json
  externalId?: string
  /** Other ids by which its source knows it. */
  aliases?: readonly string[]
  name?: string
  type?: string
  /** Kind of item, the same for all providers, such as `VirtualMachine`. */
  class?: string
  status?: string
  description?: string
  labels?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
  /** Name of the icon. */
  icon?: string
  /** Health as the source says it. The rules of the catalog say it otherwise. */
  health?: 'healthy' | 'unhealthy' | 'warning' | 'unknown'
  /** Whether it has arrived at the state that was asked for. */
  ready?: boolean
  /** The part of the source that contains it, such as a region or a namespace; with the type, the partition of a run. */
  scope?: string
  /** Where it was read, without secrets. */
  source?: string
  /** Address of the page on which its source shows it to people. */
  link?: string
  createdAt?: Date
  deletedAt?: Date
  /** What it belongs to, the nearest first. */
  parents?: readonly ItemReference[]
  /** What it is related to besides its parents. */
  related?: readonly RelatedItem[]
}

/** An item that has to do with another one. */
export interface RelatedItem extends ItemReference {
  /** What it is to it, such as `NodePod`. */
  relation?: string
  /** Whether it stands above the item, so that the edge leads from it to the item. */
  incoming?: boolean
}

/** Says that an item is gone: a source that is followed has said so. */
interface ScrapedDeletion {
  kind: 'deletion'
  item: ItemReference
  at?: Date
}

/**
 * Says that everything of a partition has been seen, so that items of it that were not yielded are gone. Half of a list
 * looks like deletions, so a scraper says it only where it read all: every page, every file, every row. Where a part is
 * missing it yields a fault. An answer of 200 with a page of HTML, an answer without a body and a script that prints
 * nothing are faults; an empty list is a list.
 */
export interface ScrapedPartition {
  kind: 'complete'
  /** Type of its items. All types of the scraper if left out. */
  type?: string
  /** Such as a region or a namespace. All scopes if left out. */
  scope?: string
}

/** Says that everything of a type has been told until now: a source that is followed has said so, such as by a bookmark. */
interface ScrapedUpToDate {
  kind: 'up-to-date'
  type: string
}

/** Something that happened to an item. */
export interface ScrapedChange {
  kind: 'change'
  item: ItemReference
  /** What its source calls it; the same change found again is the same. */
  externalId: string
  type: string
  severity?: Severity
  summary?: string
  /** Who did it, as the source names them. */
  by?: string
  at?: Date
  details?: Json
  /** What changed, as a unified diff. */
  diff?: string
  /** What changed, as a merge patch. */
  patches?: Json
  /** What it was found by, such as the name of a log. */
  source?: string
}

/** Something that an analyzer says about an item. */
export interface ScrapedInsight {
  kind: 'insight'
  item: ItemReference
  analyzer: string
  type: string
  severity: Severity
  summary: string
  details?: Json
}

/** What an item cost. */
export interface ScrapedCost {
  kind: 'cost'
  /** Names of the item, the best first: the first one that the catalog has gets the cost. */
  of: readonly ItemReference[]
  /** Amounts of whole days by day in UTC, such as `2026-11-24`. */
  days: Readonly<Record<string, number>>
  /** As ISO 4217 has it, such as `USD`. */
  currency: string
  /**
   * What the cost is billed with, such as an account. What a run tells of a bill replaces the days that it tells, so a run
   * tells all of the days of a bill, or nothing of it.
   */
  bill: string
}

/** A part of the source that could not be read. */
export interface ScrapeFault {
  kind: 'fault'
  message: string
  /** Type of the items that are missing because of it, which then count as not looked for. All if left out. */
  type?: string
  /** Scope of the items that are missing because of it. All if left out. */
  scope?: string
}

export type ScrapeOutput =
  | ScrapedItem
  | ScrapedChange
  | ScrapedInsight
  | ScrapedCost
  | ScrapedDeletion
  | ScrapedPartition
  | ScrapedUpToDate
  | ScrapeFault

/**
 * Looks once. It yields what it finds as it finds it, so that no run holds all of a large source, and a fault for
 * everything that it cannot read; what it throws is a defect.
 */
export type RunScraper<Spec = unknown> = (spec: Spec, context: ScrapeContext) => AsyncIterable<ScrapeOutput>

/**
 * Declares a scraper type; only types are added, so that `spec.ts` files work in browsers too.
 * @example
 * export const scraper = defineScraper({
 *   type: 'documents',
 *   title: 'Documents',
 *   description: 'Documents of a list in JSON.',
 *   icon: 'file-json',
 *   schema: z.strictObject({ url: field(z.url(), { title: 'URL' }) }),
 *   example: { url: 'http://127.0.0.1/list.json' },
 *   timeoutMilliseconds: 60_000,
 *   concurrency: 10,
 * })
 */
export function defineScraper<Spec>(definition: ScraperDefinition<Spec>): ScraperDefinition<Spec> {
  return definition
}

/** The spec that a definition's schema accepts. */
export type ScraperSpecOf<Definition> = Definition extends ScraperDefinition<infer Spec> ? Spec : never
