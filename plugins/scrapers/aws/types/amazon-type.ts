import type { Result } from '@binnacle/contract/core'
import type { Json } from '@binnacle/plugin-kit/core'
import type { Fields } from '../../paths.ts'
import type { CallFailure } from '../client.ts'
import type { Input } from '../codec/encode.ts'
import type { Service } from '../codec/model.ts'

/** A list operation and where its answer has the items. */
export interface ListCall {
  operation: string
  input?: Input
  /** Path of the items in the answer, such as `Reservations[].Instances[]`. */
  items: string
}

/** An operation that says more of what a list only names. */
export interface DescribeCall {
  operation: string
  input?: Input
  /** Input member that takes the names. */
  names: string
  /** Most names in one call; undefined: one, as a text and not a list. */
  batch?: number
  /** Path of the documents in the answer. */
  items: string
  /** Member of the document that gets its name, where the answer does not repeat it. */
  keep?: string
}

/** Another item that a document names. */
export interface Reference {
  type: string
  /** Path of its id. */
  at: string
  /** What the items are to each other, such as `InstanceSecurityGroup`. */
  relation?: string
  /** Whether the other one stands above. */
  incoming?: true
}

/** What a type is, where it is found and what its documents say. */
export interface AmazonType {
  /** As the catalog calls it. */
  type: string
  /** Words for it in `include` and `exclude`, besides its name. */
  keywords: readonly string[]
  class: string
  service: Service
  /** Whether it has no region. */
  isGlobal?: true
  /** Whether it is read only if `include` names it. */
  isOptional?: true
  /** What the list is asked for once for each: an input member, and the list that fills it. */
  under?: ListCall & { names: string }
  list: ListCall
  describe?: DescribeCall
  /** Completes a document with what another operation has. */
  complete?: (document: Fields, ask: Ask) => Promise<Result<Fields, CallFailure>>
  /** Path of the id; a text with {places} is filled with paths, {region}, {account} and {partition}. */
  id: string
  /** Path or text of its ARN, by which tags are found and which is another id. */
  arn?: string
  /** Paths of other ids. */
  aliases?: readonly string[]
  /** Service of cost reports, whose name with the id is another id. */
  product?: string
  /** Path of the name, where no tag Name says it. */
  name: string
  /** Whether its list has no tags, so that those of the tagging service are taken. */
  isTaggedElsewhere?: true
  /** Path of the time when it was made. */
  createdAt?: string
  /** What contains it; the nearest first. The account contains what has none. */
  parents?: readonly Reference[]
  related?: readonly Reference[]
  /** Paths of what changes by itself, which is not stored. */
  ignore?: readonly string[]
}

/** Reads all pages of a list of the same service and region. */
type Ask = (list: ListCall) => Promise<Result<readonly Json[], CallFailure>>
