/** Lets only so many requests to backends of a type be under way at once in this process. Others wait. */
export interface Slots {
  /** @returns what gives the slot back; undefined if the signal aborted before there was one */
  take(type: string, most: number, signal: AbortSignal): Promise<(() => void) | undefined>
}

export function createSlots(): Slots {
  const taken = new Map<string, number>()
  let waiting: (() => void)[] = []
  return {
    async take(type, most, signal) {
      while ((taken.get(type) ?? 0) >= most) {
        if (signal.aborted) return undefined
        const { promise, resolve } = Promise.withResolvers<void>()
        const wake = () => resolve()
        waiting.push(wake)
        signal.addEventListener('abort', wake, { once: true })
        await promise
        signal.removeEventListener('abort', wake)
      }
      if (signal.aborted) return undefined
      taken.set(type, (taken.get(type) ?? 0) + 1)
      let isBack = false
      return () => {
        if (isBack) return
        isBack = true
        taken.set(type, (taken.get(type) ?? 1) - 1)
        const woken = waiting
        waiting = []
        for (const wake of woken) wake()
      }
    },
  }
}
