import type { KindName } from '@binnacle/contract/kinds'
import type { FoundResource, ResourceSelector } from '@binnacle/contract/search'
import type { Feature, Resource } from '@binnacle/contract/access'
import type { Access, Gate } from './access/gate.ts'
import type { OwnRows, RowRule } from './access/rows.ts'
import type { DataRule } from './data/index.ts'
import type { LiveTopics } from './http/live-stream.ts'
import type { TopicTable } from './live/own-rows.ts'
import type { Subject } from './subjects.ts'

/** Finds the resources of a kind for pickers, for those whom its gate lets through. */
export interface Finder extends Gate {
  /** Which resources somebody may find; all where it is not given. */
  rows?: RowRule | undefined
  /**
   * Resources that any of the selectors chooses.
   * @param limit of all of them together
   * @param own the condition that rows of the kind have to meet
   */
  find(selectors: readonly ResourceSelector[], limit: number, own: OwnRows): Promise<FoundResource[]>
}

/** Which resources of a kind somebody may see and change. */
interface KindRows {
  rule: RowRule
  /** The table of the resources. */
  table: TopicTable
  /** Kinds whose changes may change what somebody sees, such as `teams`. */
  follows: readonly KindName[]
}

/** What the rest of the server needs of a kind of resource. */
export interface Kind<Name extends string = string> {
  name: Name
  /** What a person must be allowed to read to see it, and to write to change it. */
  resource: Resource
  /** The feature that it belongs to. */
  feature?: Feature
  /** Which of its resources somebody may see: relations, searches and live changes all ask this. Default: all. */
  rows?: KindRows
  /** Its tables and views in the data service, with how each differs from the kind. */
  relations?: Readonly<Record<string, Partial<DataRule>>>
  /** Whether, and how, changes are heard. Default: by who may read it. `false`: never. */
  topic?: false | { access?: Access; feature?: Feature | undefined }
  /** How pickers and saved queries find it. */
  find?: Finder['find']
  /** How people are notified of it. */
  subject?: Subject
}

/** What a kind declares to the parts of the platform. */
export interface KindDeclarations {
  relations: Readonly<Record<string, DataRule>>
  topics: LiveTopics
  /** By the kind that a search names. */
  finders: Readonly<Record<string, Finder>>
  subjects: readonly Subject[]
}

/**
 * Describes a kind of resource to the server. Its gate and its right on rows are given once; the data service, live changes
 * and searches ask them.
 * @example
 * defineKind({
 *   name: 'teams',
 *   resource: 'database',
 *   relations: { teams: {}, team_members: {} },
 * })
 */
export function defineKind(kind: Kind<KindName>): Kind {
  return kind
}

/** What the platform needs of a kind, with the kind's gate and right on rows in each part. */
export function declarationsOf(kind: Kind): KindDeclarations {
  const { name, resource, feature, rows, relations = {}, topic = {}, find, subject } = kind
  const gate: Gate = { access: { resource, action: 'read' }, feature }
  const finder: Finder | undefined = find && { ...gate, rows: rows?.rule, find }
  return {
    relations: Object.fromEntries(
      Object.entries(relations).map(([relation, own]) => [
        relation,
        { resource, feature, ...(rows && { rows: rows.rule }), ...own },
      ]),
    ),
    topics: topic === false ? {} : { [name]: { ...gate, ...topic, ...(rows && { rows }) } },
    finders: finder === undefined ? {} : { [name]: finder },
    subjects: subject === undefined ? [] : [subject],
  }
}
