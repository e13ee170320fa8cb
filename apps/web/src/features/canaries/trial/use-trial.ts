import { TRIED_AT_ONCE, type TriedCheck } from '@binnacle/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../application/queries.ts'

/** A check on trial, before and after it said something. */
export interface Trial {
  id: string
  name: string
  type: string
  icon: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped'
  result: TriedCheck | undefined
  /** Checks that the transform of this one made of its result. */
  transformed: readonly TriedCheck[]
  /** Why it could not be tried. */
  failure: string | undefined
}

/** What is to be tried, and how. */
export interface TrialRequest extends Pick<Trial, 'id' | 'name' | 'type' | 'icon'> {
  run: (signal: AbortSignal) => Promise<{ results: readonly TriedCheck[] }>
}

/** Checks that one press tries at most. */
export const MOST_TRIED = 50

/** Tries checks a few at a time, and shows each result as it comes. */
export function useTrial() {
  const [trials, setTrials] = useState<readonly Trial[]>([])
  const under = useRef<AbortController>(null)
  const stop = useCallback(() => under.current?.abort(), [])
  // Who leaves the page does not wait for the results.
  useEffect(() => stop, [stop])

  const start = useCallback(
    async (requests: readonly TrialRequest[]): Promise<void> => {
      stop()
      const abort = new AbortController()
      under.current = abort
      const wanted = requests.slice(0, MOST_TRIED)
      setTrials(
        wanted.map(({ id, name, type, icon }) => ({
          id,
          name,
          type,
          icon,
          state: 'waiting',
          result: undefined,
          transformed: [],
          failure: undefined,
        })),
      )
      const set = (id: string, change: Partial<Trial>) => {
        if (under.current === abort)
          setTrials((present) => present.map((trial) => (trial.id === id ? { ...trial, ...change } : trial)))
      }
      const queue = [...wanted]
      async function work(): Promise<void> {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const { id, run } = next
          if (abort.signal.aborted) {
            set(id, { state: 'stopped' })
            continue
          }
          set(id, { state: 'running' })
          try {
            const [result, ...transformed] = (await run(abort.signal)).results
            set(id, { state: 'done', result, transformed })
          } catch (error) {
            set(
              id,
              abort.signal.aborted ? { state: 'stopped' } : { state: 'failed', failure: messageOf(error) },
            )
          }
        }
      }
      await Promise.all(Array.from({ length: TRIED_AT_ONCE }, work))
    },
    [stop],
  )
  const running = trials.some(({ state }) => state === 'waiting' || state === 'running')
  return { trials, running, start, stop, clear: () => setTrials([]) }
}
