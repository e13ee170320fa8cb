import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf } from '../requests/queries.ts'

interface PreviewState<Result> {
  running: boolean
  result: Result | undefined
  /** Why the preview failed. */
  failure: string | undefined
}

/**
 * Previews drafts of a spec, one at a time; a new preview stops the one before.
 * @param props.send asks the server what a run of a draft would do
 * @param props.first the result that is shown at first
 * @param props.onProblems told that the draft is not valid
 */
export function usePreview<Draft, Result>(props: {
  send: (draft: Draft, signal: AbortSignal) => Promise<Result>
  first?: Result | undefined
  onProblems: () => void
}) {
  const { send, first, onProblems } = props
  const nothing: PreviewState<Result> = { running: false, result: undefined, failure: undefined }
  const [state, setState] = useState<PreviewState<Result>>({ ...nothing, result: first })
  const under = useRef<AbortController>(null)
  const stop = useCallback(() => under.current?.abort(), [])
  // Cancel the preview when the person leaves the page.
  useEffect(() => stop, [stop])

  async function run(draft: Draft): Promise<void> {
    stop()
    const abort = new AbortController()
    under.current = abort
    const set = (next: PreviewState<Result>) => {
      if (under.current === abort) setState(next)
    }
    set({ ...nothing, running: true })
    try {
      set({ ...nothing, result: await send(draft, abort.signal) })
    } catch (error) {
      if (abort.signal.aborted) {
        set(nothing)
        return
      }
      set({ ...nothing, failure: messageOf(error) })
      if (error instanceof RequestFailure && error.problems.length > 0) onProblems()
    }
  }
  return {
    ...state,
    start: (draft: Draft) => void run(draft),
    stop,
    clear: () => setState(nothing),
  }
}

/** A preview: what a run of a draft would do. */
export interface Preview<Result> extends PreviewState<Result> {
  stop: () => void
  clear: () => void
}
