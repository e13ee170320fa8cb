import type { Result } from '@binnacle/contract/core'

export type FileFailureCode =
  /** The path is outside the folders that the operator allows, or a link points outside. */
  | 'not-allowed'
  | 'missing'
  | 'not-a-folder'
  | 'not-a-file'
  /** Symbolic links lead in a circle. */
  | 'circle'
  /** The user of the product may not read it. */
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
  /** A message for people, without the path unless the code is `not-allowed`. */
  message: string
  /** Error code of the operating system, such as EIO, if there is one. */
  reason?: string
}

/** An entry of a folder: a regular file or a folder. */
export interface LocalEntry {
  name: string
  kind: 'file' | 'folder'
  /** Bytes. */
  size: number
  modified: Date
  /** Type and permissions, as in POSIX. */
  mode: number
}

interface LocalStats extends Omit<LocalEntry, 'name'> {
  /** Bytes of the file system: available to the product, and in total. */
  space: { available: number; total: number }
}

/** A part of a file, and what the file was when it was read. */
interface FilePart {
  bytes: Uint8Array
  /** Bytes of the whole file. */
  size: number
  modified: Date
  /** The same while the file exists; another one after it was replaced. */
  inode: number
}

/**
 * Reads regular files and folders of this machine for checks, inside the folders that the operator allows. It never opens
 * anything else, and a file system that hangs blocks only the call. Paths are absolute.
 */
export interface FileAccess {
  /**
   * Lists a folder. A link to a regular file counts as that file. Links to folders, links that point outside, and entries
   * that are neither file nor folder are left out.
   * @param most more entries than this fail with `too-many`
   * @param links `false` leaves out every link
   */
  list(
    folder: string,
    options: { most: number; signal: AbortSignal; links?: boolean },
  ): Promise<Result<readonly LocalEntry[], FileFailure>>
  stat(path: string, options: { signal: AbortSignal }): Promise<Result<LocalStats, FileFailure>>
  /** Reads a regular file whole. @param maxBytes a larger file fails with `too-large` */
  read(
    path: string,
    options: { maxBytes: number; signal: AbortSignal },
  ): Promise<Result<Uint8Array, FileFailure>>
  /**
   * Reads a part of a regular file. A path with a link in it fails with `not-allowed`.
   * @param from first byte; a file that is shorter gives no bytes
   */
  part(
    path: string,
    options: { from: number; maxBytes: number; signal: AbortSignal },
  ): Promise<Result<FilePart, FileFailure>>
}
