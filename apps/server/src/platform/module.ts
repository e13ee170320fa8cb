import type { FoundResource, ResourceKind, ResourceSelector } from '@binnacle/contract/search'
import type { DataRules } from './data/index.ts'
import type { PartitionedTable } from './database/partitions.ts'
import type { Consumer } from './events/index.ts'
import type { Gate } from './access/gate.ts'
import type { OwnRows, RowRule } from './access/rows.ts'
import type { LiveTopics } from './http/live-stream.ts'
import type { Receiver } from './http/receiver.ts'
import type { Route } from './http/route.ts'
import type { Job } from './jobs/index.ts'
import type { Platform } from './platform.ts'
import type { Subject } from './subjects.ts'

/** Finds the resources of a kind for pickers, for those whom its gate lets through. */
export interface Finder extends Gate {
  /** Which resources somebody may find; all where it is not given. */
  rows?: RowRule
  /**
   * Resources that any of the selectors chooses.
   * @param limit of all of them together
   * @param own the condition that rows of the kind have to meet
   */
  find(selectors: readonly ResourceSelector[], limit: number, own: OwnRows): Promise<FoundResource[]>
}

/** An area of the product. What it declares here is all that the rest of the server knows of it. */
export interface Module {
  /** Unique. */
  name: string
  routes?: readonly Route[]
  /** Addresses that other systems send to without an account. */
  receivers?: readonly Receiver[]
  /** Paths whose errors are answered as a JSON text, as the clients of another product expect. */
  textErrors?: readonly RegExp[]
  /** Its tables and views in the data service. */
  data?: DataRules
  /** What its readers may hear changes of. */
  topics?: LiveTopics
  jobs?: readonly Job[]
  /** What it does when something happens elsewhere. */
  consumers?: readonly Consumer[]
  /** Its tables that are cut by time; they are kept from the moment that it is open. */
  partitions?: readonly PartitionedTable[]
  /** By the kind that a search names, such as `checks`. */
  finders?: Readonly<Partial<Record<ResourceKind, Finder>>>
  /** Kinds of resources about which people can be notified. */
  subjects?: readonly Subject[]
  /** Numbers in Prometheus' text format. */
  metrics?: () => Promise<string>
  /** Releases what dead processes held; may be called again for the same processes. */
  takeOver?: (processIds: readonly string[]) => Promise<void>
  /** Begins its work in the background, where this process does such work; requests are answered by now. */
  start?: () => unknown
  /** Ends its work, also where it was never started; what it opened in `platform.parts` ends later. */
  stop?: () => Promise<void>
}

/** Makes a module. What it opens is added to `platform.parts`; what others need of it is offered at a port. */
export type OpenModule = (platform: Platform) => Module | Promise<Module>
