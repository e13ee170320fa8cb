/** Changes are gathered for so long, so that a burst is one event. */
const GATHER_MILLISECONDS = 250

/** Changes of topics on their way to one reader. */
export interface GatheredChanges {
  /** @param ids null for any row of the topic */
  add(topic: string, ids: readonly string[] | null): void
  end(): void
}

/**
 * Gathers changes of topics, and tells them at most four times a second. What comes while some are told is told after.
 * @param tell says one topic's changes
 * @param fail told what `tell` throws
 */
export function gatherChanges(
  tell: (topic: string, ids: readonly string[] | null) => Promise<void>,
  fail: (error: unknown) => void,
): GatheredChanges {
  let gathered = new Map<string, Set<string> | null>()
  let timer: NodeJS.Timeout | undefined
  let telling = false
  let ended = false

  const wait = () => {
    if (!ended && !telling) timer ??= setTimeout(() => void flush(), GATHER_MILLISECONDS)
  }
  async function flush(): Promise<void> {
    timer = undefined
    telling = true
    const told = gathered
    gathered = new Map()
    try {
      for (const [topic, ids] of told) await tell(topic, ids === null ? null : [...ids])
    } catch (error) {
      fail(error)
    }
    telling = false
    if (gathered.size > 0) wait()
  }
  return {
    add(topic, ids) {
      const known = gathered.get(topic)
      if (ids === null || known === null) gathered.set(topic, null)
      else gathered.set(topic, new Set([...(known ?? []), ...ids]))
      wait()
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}
