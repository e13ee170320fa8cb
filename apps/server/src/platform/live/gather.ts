/** Milliseconds for which changes are gathered, so that a burst is one event. */
const GATHER_MILLISECONDS = 250

/** Ids of a topic that wait for a reader. With more, everything of the topic counts as changed. */
const MOST_IDS = 1_000

/** Changes of topics that one reader will receive. */
export interface GatheredChanges {
  /** @param ids null for all rows of the topic */
  add(topic: string, ids: readonly string[] | null): void
  end(): void
}

/**
 * Gathers changes of topics and sends them at most four times a second. Changes that arrive while others are sent
 * wait for the next time.
 * @param tell sends the changes of one topic
 * @param fail receives errors of `tell`
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
    const batch = gathered
    gathered = new Map()
    try {
      for (const [topic, ids] of batch) await tell(topic, ids === null ? null : [...ids])
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
      else {
        const all = new Set([...(known ?? []), ...ids])
        // A reader that takes nothing would make the set grow with every change.
        gathered.set(topic, all.size > MOST_IDS ? null : all)
      }
      wait()
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}
