import { watch } from 'node:fs'
import type { Clock } from './clock.ts'

/** Looked at again this often, as some file systems (network, mounted configuration) tell nothing. */
const LOOK_MILLISECONDS = 10_000
/** Editors write in several steps; so long after the last one is the file read. */
const SETTLE_MILLISECONDS = 150

export interface WatchPathsOptions {
  paths: readonly string[]
  /** Whether what is below a folder counts too. */
  recursive: boolean
  clock: Clock
  /** Reads what is there now. */
  look: () => Promise<void>
  /** Told when a later look fails; watching goes on. */
  onError: (error: unknown) => void
}

// Not chokidar 5: on file systems that tell nothing it waits for ever or polls each file, so looking again would stay; and it
// reads all that is below a folder once more, to tell which file changed, which nobody asks here.
/** Wakes a wait when something at a path changes, where the system tells. */
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
 * Looks now, and again whenever something at the paths changes.
 * @returns after the first look, whose failure is the caller's; `stop` ends the watching
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
