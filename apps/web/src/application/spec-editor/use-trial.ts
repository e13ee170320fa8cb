import type { CheckState } from '@binnacle/contract/health'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../requests/queries.ts'

/** Result of a test run. */
export interface TrialResult {
  state: CheckState
  /** Milliseconds */
  duration: number
  text: string | undefined
  /** Whether `text` is an error. */
  isError: boolean
  /** Note about the run, such as its number of attempts. */
  note?: string | undefined
  /** Shown as JSON on demand. */
  evidence?: unknown
  /** Further results that this one created. */
  parts?: readonly { id: string; name: string; text: string | undefined; state: CheckState }[]
}

/** A test run: waiting, running or ended. */
export interface Trial {
  id: string
  label: string
  icon: ReactNode
  state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped'
  result: TrialResult | undefined
  /** Why it could not run. */
  failure: string | undefined
}

/** A request for a test run, which saves nothing. */
export interface TrialRequest extends Pick<Trial, 'id' | 'label' | 'icon'> {
  /** Resolves to undefined if the run gave no result. */
  run: (signal: AbortSignal) => Promise<TrialResult | undefined>
}

/** Maximum number of test runs that one press starts. */
export const MOST_TRIED = 50

/**
 * Starts test runs, a few at a time, and returns each result as soon as it arrives.
 * @param atOnce number of concurrent test runs
 */
export function useTrial(atOnce: number) {
  const [trials, setTrials] = useState<readonly Trial[]>([])
  const under = useRef<AbortController>(null)
  const stop = useCallback(() => under.current?.abort(), [])
  // Cancel the test runs when the person leaves the page.
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

/** Test runs, and how to start, stop and clear them. */
export type Trials = ReturnType<typeof useTrial>
