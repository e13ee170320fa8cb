import { AsyncLocalStorage } from 'node:async_hooks'
import type { Lane } from '@binnacle/data-api'

/** The person whose request is being answered, for what is shared among people. */
export interface Requester {
  personId: string
  /** Whether the request has a connection of its share. What it opens besides that one needs no other share. */
  hasConnection: boolean
  /** The lane of a request that only reads. Undefined for one that may write. */
  lane: Lane | undefined
  /** Most bytes that one statement answers. */
  answerBytes: number
}

/** The request that the running code answers. Undefined for the product's own work. */
export const requester = new AsyncLocalStorage<Requester>()
