import { watch } from 'node:fs'
import type { Clock } from './clock.ts'

/** How often files are read again, because some file systems (network, mounted configuration) report no changes. */
const LOOK_MILLISECONDS = 10_000
/** How long to wait after a change before reading, because editors write in several steps. */
const SETTLE_MILLISECONDS = 150

export interface WatchPathsOptions {
  paths: readonly string[]
  /** Whether to watch subfolders too. */
  recursive: boolean
  clock: Clock
  /** Reads the current files. */
  look: () => Promise<void>
  /** Called if a later reading fails. Watching continues. */
  onError: (error: unknown) => void
}

/** Ends a wait when something at a path changes, if the system reports it. */
function listen(path: string, recursive: boolean, wake: () => void): () => void {
  try {
    const watcher = watch(path, { recursive, persistent: false }, wake)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}

/**
 * Reads now, and again whenever something at the paths changes.
 * @returns after the first reading; `stop` stops watching
 * @throws if the first reading fails
 */
export async function watchPaths(options: WatchPathsOptions): Promise<{ stop(): Promise<void> }> {
  const { paths, recursive, clock, look, onError } = options
  const stopping = new AbortController()
  let wake = new AbortController()
  const endings = paths.map((path) => listen(path, recursive, () => wake.abort()))
  stopping.signal.addEventListener('abort', () => wake.abort())

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.wait(LOOK_MILLISECONDS, wake.signal)
      if (stopping.signal.aborted) return
      if (wake.signal.aborted) await clock.wait(SETTLE_MILLISECONDS, stopping.signal)
      wake = new AbortController()
      await look().catch(onError)
    }
  }

  await look()
  const looking = keepLooking()
  return {
    async stop() {
      stopping.abort()
      endings.forEach((end) => end())
      await looking
    },
  }
}
