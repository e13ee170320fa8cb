import type { Result } from '@binnacle/contract'
import type { ArtifactFile } from './outcome.ts'

/** Files that are read after a command ended, with the rights of the command and as it saw them. */
export interface CollectOptions {
  /** Absolute, or relative to the scratch folder of the command. */
  folder: string
  /** End of the names of the files, such as `.xml`. Files of folders in the folder are read too. */
  suffix: string
  maxFiles: number
  /** Bytes of one file. */
  maxFileBytes: number
  /** Bytes of all files together. */
  maxTotalBytes: number
}

/** Files that are kept of a run, read as `CollectOptions` says. What is beyond a limit is left out, the rest is kept. */
export interface KeepOptions {
  /** Patterns of paths as `readArtifactPath` reads them; those that are no absolute paths begin in the folder. */
  paths: readonly string[]
  /** Absolute, or relative to the scratch folder of the command. Default: the scratch folder. */
  folder?: string
  maxFiles: number
  /** Bytes of one file. */
  maxFileBytes: number
  /** Bytes of all files together. */
  maxTotalBytes: number
}

/** Plain data: a runner may pass all of it but the signal on to another process. */
export interface CommandOptions {
  /** Program to start; looked up on PATH where it is no path. */
  file: string
  arguments: readonly string[]
  /** Added to the few variables that every command gets: PATH, LANG, LC_ALL, TZ, HOME, TMPDIR and a mark of its run. */
  environment?: Readonly<Record<string, string>>
  /** Ends the command and everything it started. */
  signal: AbortSignal
  /** Output beyond this many bytes, both streams together, ends the command. */
  maxOutputBytes: number
  /** Whether the program keeps the rights of the product instead of those of an unprivileged user. */
  privileged?: boolean
  /** Regular files to read after the command ended, whatever its exit code. Not for privileged commands. */
  collect?: CollectOptions
  /** Files of the scratch folder to keep. */
  keep?: KeepOptions
}

export interface CollectedFile {
  /** Relative to the folder, without `./`. */
  name: string
  text: string
}

/** What was read after the command; `failure` says why nothing, or not everything, was. */
export interface Collected {
  files: readonly CollectedFile[]
  failure?: string
}

/** Files that were kept, and in words what was left out. */
export interface Kept {
  files: readonly ArtifactFile[]
  leftOut: readonly string[]
}

export interface CommandResult {
  /** null when a signal ended it. */
  exitCode: number | null
  signal: string | null
  stdout: string
  stderr: string
  /** Set when the options asked for files. */
  collected?: Collected
  /** Set when the options asked for files to keep. */
  kept?: Kept
}

/**
 * - `missing`: the program is not on this machine.
 * - `disabled`: commands do not run on this server; the message says which setting or what is missing.
 * - `flood`, `timeout`, `memory`: the command printed too much, took too long or used too much memory, and was stopped.
 * - `aborted`: the caller stopped it.
 * - `failed`: it could not be started.
 */
export type CommandFailureCode =
  | 'missing'
  | 'disabled'
  | 'flood'
  | 'timeout'
  | 'memory'
  | 'aborted'
  | 'failed'

export interface CommandFailure {
  code: CommandFailureCode
  message: string
  /** Output up to the failure. */
  stdout: string
  stderr: string
}

/** Starts programs within limits: each alone, own scratch folder, few variables, bounded output. */
export interface CommandRunner {
  run(options: CommandOptions): Promise<Result<CommandResult, CommandFailure>>
}
