import type { Severity } from '@binnacle/contract/health'
import type { ConnectionUse } from '../core/connection.ts'
import type { Json } from '../core/json.ts'
import type { RunContext, RunnableDefinition } from '../core/run-context.ts'

/** What a scraper type is: which configuration it looks for, and where. */
export interface ScraperDefinition<Spec = unknown> extends RunnableDefinition<Spec> {
  /** Where a spec can name stored connections. */
  connections?: readonly ConnectionUse[]
}

/** What a scraper may use of the world. Connections and secrets stand in its spec, as its fields say. */
export interface ScrapeContext extends RunContext {
  /** Adds a line to the log of the run, which people read while it runs. */
  log: (line: string) => void
  /** When the last run began that found everything; undefined where there was none. For sources that tell changes since. */
  lastComplete: Date | undefined
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
  /** What it is whoever provides it, such as `VirtualMachine`. */
  class?: string
  status?: string
  description?: string
  labels?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
  /** Where it was read, without secrets. */
  source?: string
  createdAt?: Date
  deletedAt?: Date
  /** What it belongs to, the nearest first. */
  parents?: readonly ItemReference[]
  /** What it has to do with beside its parents. */
  related?: readonly ItemReference[]
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

/** A part of the source that could not be read. */
export interface ScrapeFault {
  kind: 'fault'
  message: string
  /** Type of the items that are missing because of it, which then count as not looked for. All if left out. */
  type?: string
}

export type Scraped = ScrapedItem | ScrapedChange | ScrapedInsight | ScrapeFault

/**
 * Looks once. It yields what it finds as it finds it, so that no run holds all of a large source, and a fault for
 * everything that it cannot read; what it throws is a defect.
 */
export type RunScraper<Spec = unknown> = (spec: Spec, context: ScrapeContext) => AsyncIterable<Scraped>

/** Declares a scraper type; only types are added, so that `spec.ts` files work in browsers too. */
export function defineScraper<Spec>(definition: ScraperDefinition<Spec>): ScraperDefinition<Spec> {
  return definition
}

/** The spec that a definition's schema accepts. */
export type ScraperSpecOf<Definition> = Definition extends ScraperDefinition<infer Spec> ? Spec : never
