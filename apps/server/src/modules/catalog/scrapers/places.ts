import type { ScraperTypes } from '../scraper-spec/scraper-types.ts'

/** Lets only so many runs of a type be under way at once in this process. Others wait. */
export interface Places {
  /** @returns what gives the place back; undefined if the signal aborted before there was one */
  take(type: string, signal: AbortSignal): Promise<(() => void) | undefined>
}

export function createPlaces(types: ScraperTypes): Places {
  const taken = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  function free(type: string): void {
    taken.set(type, (taken.get(type) ?? 1) - 1)
    waiting.get(type)?.shift()?.()
  }
  return {
    async take(type, signal) {
      const most = types.get(type)?.definition.concurrency ?? 1
      while ((taken.get(type) ?? 0) >= most) {
        if (signal.aborted) return undefined
        const turn = Promise.withResolvers<void>()
        const list = waiting.get(type) ?? []
        waiting.set(type, [...list, turn.resolve])
        signal.addEventListener('abort', () => turn.resolve(), { once: true })
        await turn.promise
        const rest = waiting.get(type) ?? []
        waiting.set(
          type,
          rest.filter((one) => one !== turn.resolve),
        )
      }
      if (signal.aborted) return undefined
      taken.set(type, (taken.get(type) ?? 0) + 1)
      let given = false
      return () => {
        if (given) return
        given = true
        free(type)
      }
    },
  }
}
