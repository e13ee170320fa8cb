import { createPlaces, type Places } from '@binnacle/data-api'
import { RequestError } from '../errors.ts'

/** Work that takes long, and of which each person has a share. */
export type WorkKind = 'search' | 'test'

/** What one person may have under way at once in this process. */
export interface PersonShares {
  /** Requests that are answered. More wait for their turn. */
  requests: number
  /** Requests that wait. More are refused. */
  waiting: number
  /** Event streams, followed logs and downloads. More are refused. */
  streams: number
  /** Searches of logs. More wait. */
  search: number
  /** Tests and previews of what is not saved yet. More wait. */
  test: number
}

export const personShares: PersonShares = { requests: 8, waiting: 128, streams: 24, search: 3, test: 2 }

/** Counts what each person has under way. */
export interface Shares {
  /** Waits until a person may have one more request answered. @returns what ends it @throws RequestError ERATELIMITED */
  request(personId: string, signal: AbortSignal): Promise<() => void>
  /** Waits until a person may have more such work. @returns what ends it @throws RequestError ERATELIMITED */
  work(kind: WorkKind, personId: string, signal: AbortSignal): Promise<() => void>
  /** Counts a stream. @returns what ends it @throws RequestError ERATELIMITED */
  stream(personId: string): () => void
}

/** A test may take a minute. */
const WAIT_MILLISECONDS = 60_000

export function createShares(limits: PersonShares): Shares {
  const tooMany = () =>
    new RequestError('ERATELIMITED', 'You have too many requests under way; try again when some are answered')
  const open = (each: number): Places =>
    createPlaces({
      total: Infinity,
      each,
      waiting: limits.waiting,
      waitMilliseconds: WAIT_MILLISECONDS,
      late: tooMany,
      full: tooMany,
    })
  const requests = open(limits.requests)
  const kinds = { search: open(limits.search), test: open(limits.test) }
  const streams = new Map<string, number>()
  return {
    request: (personId, signal) => requests.take(personId, signal),
    work: (kind, personId, signal) => kinds[kind].take(personId, signal),
    stream(personId) {
      const count = streams.get(personId) ?? 0
      if (count >= limits.streams)
        throw new RequestError(
          'ERATELIMITED',
          `You have ${limits.streams} streams open already; close some pages, or other clients with your account`,
        )
      streams.set(personId, count + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (streams.get(personId) ?? 1) - 1
        if (left === 0) streams.delete(personId)
        else streams.set(personId, left)
      }
    },
  }
}
