/** Places of which each owner gets some, so that no owner takes all. */
export interface Places {
  /**
   * Takes a place, or waits for one. Owners who wait take turns.
   * @param signal aborts the wait
   * @returns what gives the place back
   * @throws what `late` returns after the longest wait, `full` if the owner waits too often, and the reason of the signal
   */
  take(owner: string, signal?: AbortSignal): Promise<() => void>
  /** How many places are taken. */
  readonly taken: number
}

export interface PlacesOptions {
  /** Most places that are taken. Infinity if only the share of each owner counts. */
  total: number
  /** Most places of one owner. */
  each: number
  /** Most requests of one owner that wait. */
  waiting: number
  /** Longest wait. Infinity for no limit. */
  waitMilliseconds: number
  /** Creates the error after the longest wait. */
  late: () => Error
  /** Creates the error for an owner of whom too many requests wait. */
  full: () => Error
}

interface Waiter {
  start(): void
}

interface Share {
  taken: number
  waiting: Waiter[]
}

/** Opens places. */
export function createPlaces({ total, each, waiting, waitMilliseconds, late, full }: PlacesOptions): Places {
  // In the order in which their owners get the next places.
  const shares = new Map<string, Share>()
  let taken = 0

  function forget(owner: string, share: Share): void {
    if (share.taken === 0 && share.waiting.length === 0) shares.delete(owner)
  }

  function startNext(): void {
    if (taken >= total) return
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || share.taken >= each) continue
      share.waiting.shift()?.start()
      return
    }
  }

  function occupy(owner: string, share: Share): () => void {
    taken += 1
    share.taken += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      taken -= 1
      share.taken -= 1
      // Others come first now.
      shares.delete(owner)
      if (share.taken > 0 || share.waiting.length > 0) shares.set(owner, share)
      startNext()
    }
  }

  return {
    get taken() {
      return taken
    },
    async take(owner, signal) {
      signal?.throwIfAborted()
      const share = shares.get(owner) ?? { taken: 0, waiting: [] }
      shares.set(owner, share)
      if (taken < total && share.taken < each) return occupy(owner, share)
      if (share.waiting.length >= waiting) throw full()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const waiter = { start: () => resolve(occupy(owner, share)) }
      share.waiting.push(waiter)
      const leave = (reason: unknown) => {
        const position = share.waiting.indexOf(waiter)
        if (position >= 0) share.waiting.splice(position, 1)
        forget(owner, share)
        reject(reason)
      }
      const abort = () => leave(signal?.reason)
      const timer =
        waitMilliseconds === Infinity ? undefined : setTimeout(() => leave(late()), waitMilliseconds)
      signal?.addEventListener('abort', abort, { once: true })
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}
