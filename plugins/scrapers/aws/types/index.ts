import type { AmazonType } from './amazon-type.ts'
import { compute } from './compute.ts'
import { containers } from './containers.ts'
import { data } from './data.ts'
import { identity } from './identity.ts'
import { network } from './network.ts'

/** Every type that is read, except the account itself. */
export const amazonTypes: readonly AmazonType[] = [
  ...identity,
  ...network,
  ...compute,
  ...containers,
  ...data,
]

export type { AmazonType, DescribeCall, ListCall, Reference } from './amazon-type.ts'
