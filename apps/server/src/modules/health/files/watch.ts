import type { Log } from '../../../platform/log.ts'
import { watchPaths } from '../../../platform/watch.ts'
import { type FileSyncDependencies, forgetOthers, type SyncedFile, syncPath } from './sync.ts'

export interface WatchOptions extends FileSyncDependencies {
  /** Configured files and folders. */
  paths: readonly string[]
  /** Whether this is the only process with files for this database. Then canaries of other files are retired. */
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

/**
 * Reads the files of canaries now and whenever they change.
 * @returns after the first reading; `stop` stops watching
 */
export async function watchFiles(options: WatchOptions): Promise<{ stop(): Promise<void> }> {
  const { paths, clock, log } = options

  async function look(): Promise<void> {
    for (const path of paths) {
      const { files, gone } = await syncPath(options, path)
      files.forEach((file) => report(log, file))
      for (const missing of gone) log.info({ path: missing }, 'a file of checks is gone')
    }
  }

  if (options.alone) await forgetOthers(options, paths)
  return watchPaths({
    paths,
    recursive: true,
    clock,
    look,
    onError: (error) => log.error({ err: error }, 'the files of checks could not be read'),
  })
}
