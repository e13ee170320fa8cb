import type { TopologyPreview } from '@binnacle/contract/topology'
import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { previewTopology } from './queries.ts'

interface PreviewState {
  running: boolean
  result: TopologyPreview | undefined
  /** Why there is none. */
  failure: string | undefined
}

const nothing: PreviewState = { running: false, result: undefined, failure: undefined }

/**
 * Previews drafts of a topology, one at a time; a new preview stops the one before.
 * @param props.first the tree that is shown at first
 * @param props.onProblems told that the draft is not valid
 */
export function usePreview(props: { first: TopologyPreview | undefined; onProblems: () => void }) {
  const { first, onProblems } = props
  const [state, setState] = useState<PreviewState>({ ...nothing, result: first })
  const under = useRef<AbortController>(null)
  const stop = useCallback(() => under.current?.abort(), [])
  // Cancel the preview when the person leaves the page.
  useEffect(() => stop, [stop])

  async function run(draft: Parameters<typeof previewTopology>[0]): Promise<void> {
    stop()
    const abort = new AbortController()
    under.current = abort
    const set = (next: PreviewState) => {
      if (under.current === abort) setState(next)
    }
    set({ ...nothing, running: true })
    try {
      set({ ...nothing, result: await previewTopology(draft, abort.signal) })
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
    start: (draft: Parameters<typeof previewTopology>[0]) => void run(draft),
    stop,
    clear: () => setState(nothing),
  }
}

export type Preview = ReturnType<typeof usePreview>
