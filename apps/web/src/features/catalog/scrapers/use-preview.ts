import type { ScraperPreview } from '@binnacle/contract/catalog'
import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { previewScraper } from './editor-queries.ts'

/** A preview: what a run of a draft would do. */
export interface PreviewState {
  running: boolean
  result: ScraperPreview | undefined
  /** Why there is none. */
  failure: string | undefined
}

const nothing: PreviewState = { running: false, result: undefined, failure: undefined }

/**
 * Previews drafts of a scraper, one at a time; a new preview stops the one before.
 * @param props.onProblems told that the draft is not valid
 */
export function usePreview(props: { scraperId: string | undefined; onProblems: () => void }) {
  const { scraperId, onProblems } = props
  const [state, setState] = useState<PreviewState>(nothing)
  const under = useRef<AbortController>(null)
  const stop = useCallback(() => under.current?.abort(), [])
  // Cancel the preview when the person leaves the page.
  useEffect(() => stop, [stop])

  async function run(draft: { namespace: string; text: string; replay: boolean }): Promise<void> {
    stop()
    const abort = new AbortController()
    under.current = abort
    setState({ ...nothing, running: true })
    const set = (next: PreviewState) => {
      if (under.current === abort) setState(next)
    }
    try {
      set({ ...nothing, result: await previewScraper({ scraperId, ...draft }, abort.signal) })
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
    start: (draft: { namespace: string; text: string; replay: boolean }) => void run(draft),
    stop,
    clear: () => setState(nothing),
  }
}

export type Preview = ReturnType<typeof usePreview>
