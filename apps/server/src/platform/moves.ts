import type { KindName } from '@binnacle/contract/kinds'
import type { ClientBase } from 'pg'
import { definePort } from './port.ts'

/** A resource that goes on under the id of another one. */
interface ResourceMove {
  kind: KindName
  oldId: string
  newId: string
}

/** Lets what names the old id name the new one, in the transaction of the move. */
export type FollowMove = (client: ClientBase, move: ResourceMove) => Promise<void>

/** What follows moves, of every module that is open by now. */
export const moveFollowers = definePort<readonly FollowMove[]>('what follows moves')
