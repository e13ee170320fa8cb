import type { CheckState } from '@binnacle/contract/health'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../requests/queries.ts'

/** What came of a trial. */
export interface TrialResult {
  state: CheckState
  /** Milliseconds */
  duration: number
  text: string | undefined
  /** Whether `text` is an error. */
  isError: boolean
  /** More about the run, such as how often it was repeated. */
  note?: string | undefined
  /** Shown as JSON on demand. */
  evidence?: unknown
  /** Further results that this one contains. */
  parts?: readonly { id: string; name: string; text: string | undefined; state: CheckState }[]
}

/** A trial before, while and after it runs. */
export interface Trial {
  id: string
  label: string
  icon: ReactNode
  state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped'
  result: TrialResult | undefined
  /** Why it could not be run. */
  failure: string | undefined
}

/** Something to run once without saving it. */
export interface TrialRequest extends Pick<Trial, 'id' | 'label' | 'icon'> {
  /** Returns undefined where nothing came of it. */
  run: (signal: AbortSignal) => Promise<TrialResult | undefined>
}

/** Trials that one press starts at most. */
export const MOST_TRIED = 50

/**
 * Runs trials a few at a time, and gives each result as it comes.
 * @param atOnce how many run at the same time
 */
export function useTrial(atOnce: number) {
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
        wanted.map(({ id, label, icon }) => ({
          id,
          label,
          icon,
          state: 'waiting',
          result: undefined,
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
            set(id, { state: 'done', result: await run(abort.signal) })
          } catch (error) {
            set(
              id,
              abort.signal.aborted ? { state: 'stopped' } : { state: 'failed', failure: messageOf(error) },
            )
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    },
    [stop, atOnce],
  )
  const running = trials.some(({ state }) => state === 'waiting' || state === 'running')
  return { trials, running, start, stop, clear: () => setTrials([]) }
}

/** Trials and what can be done with them. */
export type Trials = ReturnType<typeof useTrial>
