import type { Severity } from '@binnacle/contract/health'
import type { Result } from '@binnacle/contract/core'
import type { Json, SchemaNode, SegmentedProblem } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import type { Originator } from '../../platform/audit.ts'
import { definePort } from '../../platform/port.ts'
import type { SpecTypes } from '../../platform/specs/types.ts'
import type { CanaryMetadata, ParsedSpec } from './canary-spec/canary.ts'

/** The canary of a source that pushes results. Nobody edits it. */
export interface PushedCanary {
  name: string
  /** The part of the product that takes the results. Canaries of different sources may have the same name. */
  source: string
}

/** A check with a result that another system found. */
export interface PushedCheck {
  /** Unique among the checks of the type in the canary. */
  name: string
  /** Default: the canary's. */
  namespace: string | undefined
  description: string | undefined
  icon: string | undefined
  endpoint: string | undefined
  labels: Readonly<Record<string, string>>
  severity: Severity | undefined
  state: 'healthy' | 'unhealthy'
  /** Why it is unhealthy, or what is known of it. */
  text: string
  details: Readonly<Record<string, Json>>
}

/** Records results that other systems push, with the history and the events that every check has. */
export interface PushedChecks {
  /**
   * Finds the canary of a source, or creates it.
   * @returns its id
   */
  keepCanary(canary: PushedCanary): Promise<string>
  /** Takes a canary out of use that has no checks in use any more. */
  removeCanary(canary: PushedCanary): Promise<void>
  /**
   * Stores checks of one type, each with a result. Names that occur twice count once.
   * @returns ids of the checks whose result was stored, by name. For others, try again in a moment: another process is
   * storing a result of the same check, or a check that is not pushed has its name
   */
  record(canaryId: string, type: string, checks: readonly PushedCheck[]): Promise<ReadonlyMap<string, string>>
  /** Takes checks out of use. Their history stays until retention deletes it. */
  retire(checkIds: readonly string[]): Promise<void>
}

/** Offered by this module. */
export const pushedChecks = definePort<PushedChecks>('pushed checks')

/** The parsed checks of a lookup. */
export type ParsedLookupChecks = ParsedSpec

/** What a check of a lookup found, or why it found nothing. */
export interface LookupAnswer {
  /** The check in its lookup, such as `http` and `0`. */
  place: readonly [type: string, index: number]
  /** The text of its display if it has one, otherwise what it read: JSON, rows or text. */
  found: Result<unknown, string>
}

/** Asks by checks that nobody stores. Their runs have the limits, the redaction and the scripts of all checks. */
export interface Lookups {
  /** Check types, for the spellings and the secrets of their specs. */
  types: SpecTypes
  /** Schema of the checks of a lookup. */
  parser: { jsonSchema: SchemaNode }
  /** @returns the checks, or all their problems; paths start at the lookup */
  parse(written: unknown): Promise<Result<ParsedLookupChecks, SegmentedProblem[]>>
  /** Runs the checks of a lookup at once. @param subject the canary as scripts see it; names are resolved in its namespace */
  run(
    checks: ParsedLookupChecks,
    subject: Pick<CanaryMetadata, 'name' | 'namespace' | 'labels'>,
    signal: AbortSignal,
  ): Promise<LookupAnswer[]>
}

/** Offered by this module. */
export const lookups = definePort<Lookups>('lookups')

/** Canaries that belong to other things, such as a component. Nobody edits them. */
export interface OwnedCanaries {
  /**
   * Stores the canary of an owner, or changes it.
   * @returns its id, or the problems of its spec
   */
  keep(
    client: ClientBase,
    canary: CanaryMetadata & {
      source: string
      spec: unknown
      by: Originator
    },
  ): Promise<Result<string, SegmentedProblem[]>>
  /** Takes canaries out of use. */
  remove(client: ClientBase, ids: readonly string[], by: Originator): Promise<number>
}

/** Offered by this module. */
export const ownedCanaries = definePort<OwnedCanaries>('canaries of other things')

/** What chooses the things that a check belongs to. Each field is a value that the thing has. */
export interface RelatedSelector {
  id?: string
  external_id?: string
  name?: string
  namespace?: string
  type?: string
  /** Id or name of an agent; `all` for all. Default: this installation. */
  agent?: string
  /** Scraper or topology: its id, or its namespace and name with a slash. */
  scope?: string
  labels?: Readonly<Record<string, string>>
}

/** Follows the relationships of checks. */
export interface CheckRelationships {
  /** Called when results changed what these checks belong to. */
  changed(checkIds: readonly string[]): void
}

/** Offered by the module that follows them. */
export const checkRelationships = definePort<CheckRelationships>('relationships of checks')
