import { watch } from 'node:fs'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { type FileSyncParts, forgetOthers, type SyncedFile, syncPath } from './sync.ts'

/** Looked at again this often, as some file systems (network, mounted configuration) tell nothing. */
const LOOK_MILLISECONDS = 10_000
/** Editors write in several steps; so long after the last one is the file read. */
const SETTLE_MILLISECONDS = 150

export interface WatchOptions extends FileSyncParts {
  /** Files and folders, as they were given. */
  paths: readonly string[]
  /** Whether no other process reads files for this database: then files that are not given any more are forgotten. */
  alone: boolean
  log: Log
}

function report(log: Log, file: SyncedFile): void {
  if (!file.changed) return
  for (const problem of file.problems) {
    const place =
      problem.line === undefined ? file.path : `${file.path}:${problem.line}:${problem.column ?? 1}`
    log.error(
      { place, field: problem.path },
      `${place}: ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`,
    )
  }
  if (file.problems.length === 0)
    log.info({ path: file.path, canaries: file.canaries }, 'read a file of checks')
}

/** Wakes a wait when something below a path changes, where the system tells. */
function listen(path: string, wake: () => void): () => void {
  try {
    const watcher = watch(path, { recursive: true, persistent: false }, wake)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}

/**
 * Reads the files of canaries now and again whenever they change.
 * @returns after the first reading; `stop` ends the watching
 */
export async function watchFiles(options: WatchOptions): Promise<{ stop(): Promise<void> }> {
  const { paths, clock, log } = options
  const stopping = new AbortController()
  let wake = new AbortController()

  async function look(): Promise<void> {
    for (const path of paths) {
      const { files, gone } = await syncPath(options, path)
      files.forEach((file) => report(log, file))
      for (const missing of gone) log.info({ path: missing }, 'a file of checks is gone')
    }
  }

  const endings = paths.map((path) => listen(path, () => wake.abort()))
  stopping.signal.addEventListener('abort', () => wake.abort())

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.wait(LOOK_MILLISECONDS, wake.signal)
      if (stopping.signal.aborted) return
      if (wake.signal.aborted) await settle(clock, stopping.signal)
      wake = new AbortController()
      await look().catch((error: unknown) =>
        log.error({ err: error }, 'the files of checks could not be read'),
      )
    }
  }

  if (options.alone) await forgetOthers(options, paths)
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

function settle(clock: Clock, signal: AbortSignal): Promise<void> {
  return clock.wait(SETTLE_MILLISECONDS, signal)
}
