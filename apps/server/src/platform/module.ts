import type { DataRules } from './data/index.ts'
import type { PartitionedTable } from './database/partitions.ts'
import type { Consumer } from './events/index.ts'
import type { LiveTopics } from './http/live-stream.ts'
import type { Receiver } from './http/receiver.ts'
import type { Route } from './http/route.ts'
import type { Job } from './jobs/index.ts'
import type { Kind } from './kind.ts'
import type { FollowMove } from './moves.ts'
import type { Platform } from './platform.ts'

/** An area of the product. What it declares here is all that the rest of the server knows of it. */
export interface Module {
  /** Unique. */
  name: string
  routes?: readonly Route[]
  /** Addresses that other systems send to without an account. */
  receivers?: readonly Receiver[]
  /** Paths whose errors are answered as a JSON text, as the clients of another product expect. */
  textErrors?: readonly RegExp[]
  /** Kinds of resources that the product lists, shows, edits and finds. */
  kinds?: readonly Kind[]
  /** Its tables and views in the data service that belong to no kind. */
  data?: DataRules
  /** What its readers may hear changes of, besides its kinds. */
  topics?: LiveTopics
  jobs?: readonly Job[]
  /** What it does when something happens elsewhere. */
  consumers?: readonly Consumer[]
  /** Its tables that are cut by time; they are kept from the moment that it is open. */
  partitions?: readonly PartitionedTable[]
  /** Follows resources of other modules that its tables name. */
  followMove?: FollowMove
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
