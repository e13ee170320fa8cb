import type { Result } from '@binnacle/contract'

export type FileFailureCode =
  /** The path is outside the folders that the operator allows, or a link leads out of them. */
  | 'not-allowed'
  | 'missing'
  | 'not-a-folder'
  | 'not-a-file'
  /** Symbolic links lead in a circle. */
  | 'circle'
  /** The user that the product runs as may not read it. */
  | 'no-permission'
  | 'too-large'
  | 'too-many'
  /** The file system does not answer. */
  | 'timeout'
  /** Too many other reads wait. */
  | 'busy'
  | 'aborted'
  | 'failed'

export interface FileFailure {
  code: FileFailureCode
  /** What is wrong, for people. The path is not in it, unless the code is `not-allowed`. */
  message: string
  /** Code of the operating system, such as EIO, where it gave one. */
  reason?: string
}

/** A regular file, or a folder, as a folder lists it. */
export interface LocalEntry {
  name: string
  kind: 'file' | 'folder'
  /** Bytes. */
  size: number
  modified: Date
  /** Type and rights, as POSIX numbers them. */
  mode: number
}

export interface LocalStats extends Omit<LocalEntry, 'name'> {
  /** Bytes of the file system: free for the product, and in all. */
  space: { available: number; total: number }
}

/**
 * Reads files of this machine for checks: regular files and folders inside the folders that the operator allows. Nothing
 * else is ever opened, and a file system that does not answer holds up nothing but the call. Paths are absolute.
 */
export interface FileAccess {
  /**
   * Lists a folder. A link to a regular file counts as that file; a link to a folder, a link that leads out, and
   * everything that is neither file nor folder is left out.
   * @param most more entries than this fail with `too-many`
   */
  list(
    folder: string,
    options: { most: number; signal: AbortSignal },
  ): Promise<Result<readonly LocalEntry[], FileFailure>>
  stat(path: string, options: { signal: AbortSignal }): Promise<Result<LocalStats, FileFailure>>
  /** Reads a regular file whole. @param maxBytes a larger file fails with `too-large` */
  read(
    path: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<Result<Uint8Array, FileFailure>>
}
