/** Lets only so much work of a kind be under way at once in this process. The rest waits, in its order. */
export interface Turns {
  /**
   * @param most work of the kind that may be under way
   * @returns what ends the turn; undefined if the signal aborted before there was one
   */
  take(kind: string, most: number, signal?: AbortSignal): Promise<(() => void) | undefined>
  /** Does work when it is its turn. */
  run<Value>(kind: string, most: number, work: () => Promise<Value>): Promise<Value>
}

export function createTurns(): Turns {
  const kinds = new Map<string, { taken: number; waiting: ((isMine: boolean) => void)[] }>()

  const turns: Turns = {
    async take(kind, most, signal) {
      const own = kinds.get(kind) ?? { taken: 0, waiting: [] }
      kinds.set(kind, own)
      const gaveUp = () => signal?.aborted === true
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        // The turn goes to the next one, so it stays taken.
        const next = own.waiting.shift()
        if (next === undefined) own.taken -= 1
        else next(true)
      }
      if (gaveUp()) return undefined
      if (own.taken < most) {
        own.taken += 1
        return end
      }
      const { promise, resolve } = Promise.withResolvers<boolean>()
      own.waiting.push(resolve)
      const leave = () => {
        own.waiting = own.waiting.filter((one) => one !== resolve)
        resolve(false)
      }
      signal?.addEventListener('abort', leave, { once: true })
      const isMine = await promise
      signal?.removeEventListener('abort', leave)
      if (!isMine) return undefined
      if (!gaveUp()) return end
      end()
      return undefined
    },
    async run(kind, most, work) {
      const end = await turns.take(kind, most)
      try {
        return await work()
      } finally {
        end?.()
      }
    },
  }
  return turns
}
