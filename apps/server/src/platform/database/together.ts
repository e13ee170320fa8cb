import DataLoader from 'dataloader'

/** Most keys of one statement. */
const MOST_TOGETHER = 500

/**
 * Has what many callers ask at the same moment answered by one statement. It remembers no answer.
 * @param load answers for different keys; a key that it leaves out has the answer undefined
 * @param keyOf what makes two keys the same. Default: the key itself
 */
export function askTogether<Key, Answer>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<unknown, Answer>>,
  keyOf: (key: Key) => unknown = (key) => key,
): (key: Key) => Promise<Answer | undefined> {
  const loader = new DataLoader<Key, Answer | undefined>(
    async (keys) => {
      const answers = await load([...new Map(keys.map((key) => [keyOf(key), key])).values()])
      return keys.map((key) => answers.get(keyOf(key)))
    },
    {
      cache: false,
      maxBatchSize: MOST_TOGETHER,
      // Requests that arrived together are read in different turns of one loop.
      batchScheduleFn: (send) => setImmediate(send),
    },
  )
  return (key) => loader.load(key)
}
