import type { Result } from '@binnacle/contract/core'
import type { ArtifactFile } from './outcome.ts'

/** Files to read after a command ended, with the rights and mounts of the command. */
export interface CollectOptions {
  /** Absolute, or relative to the scratch folder of the command. */
  folder: string
  /** End of the file names, such as `.xml`. Includes files in subfolders. */
  suffix: string
  maxFiles: number
  /** Bytes of one file. */
  maxFileBytes: number
  /** Bytes of all files together. */
  maxTotalBytes: number
}

/**
 * The largest `CollectOptions`: files, and bytes of all files. JSON makes control characters six times as long, and the
 * process that starts programs for root holds an answer three times while it sends it, so a script could use up its
 * memory.
 */
export const MOST_COLLECTED = { files: 10_000, bytes: 16_777_216 } as const

/** The largest `KeepOptions`: patterns of paths, files, bytes of one file, and bytes of all files. */
export const MOST_KEPT = { patterns: 100, files: 5_000, fileBytes: 67_108_864, bytes: 134_217_728 } as const

/** The largest `maxOutputBytes`. What is longer goes into a file that is kept. */
export const MOST_OUTPUT = 16_777_216

/** Files to keep of a run, read like those of `CollectOptions`. Files beyond a limit are left out. */
export interface KeepOptions {
  /** Patterns of paths for `readArtifactPath`. Relative ones start in the folder. */
  paths: readonly string[]
  /** Absolute, or relative to the scratch folder of the command. Default: the scratch folder. */
  folder?: string
  maxFiles: number
  /** Bytes of one file. */
  maxFileBytes: number
  /** Bytes of all files together. */
  maxTotalBytes: number
}

/** Plain data, except for the signal, so that a runner can send it to another process. */
export interface CommandOptions {
  /** Program to start: a path, or a name to find on PATH. */
  file: string
  arguments: readonly string[]
  /** Added to the few variables that every command gets: PATH, LANG, LC_ALL, TZ, HOME, TMPDIR and a mark of its run. */
  environment?: Readonly<Record<string, string>>
  /** Stops the command and everything it started. */
  signal: AbortSignal
  /** Most bytes of output, both streams together, up to `MOST_OUTPUT` unless privileged. More output stops the command. */
  maxOutputBytes: number
  /** Whether the program runs with the rights of the product instead of an unprivileged user. */
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

/** The files that were read after the command. `failure` says why some or all are missing. */
export interface CollectedFiles {
  files: readonly CollectedFile[]
  failure?: string
}

/** The kept files, and sentences about files that were left out. */
export interface ArtifactFiles {
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
  collected?: CollectedFiles
  /** Set when the options asked for files to keep. */
  kept?: ArtifactFiles
}

/**
 * - `missing`: the program is not on this machine.
 * - `disabled`: commands do not run on this server; the message names the setting or the missing feature.
 * - `flood`, `timeout`, `memory`: the command printed too much, took too long or used too much memory, and was stopped.
 * - `aborted`: the caller stopped it.
 * - `failed`: it could not be started.
 */
type CommandFailureCode = 'missing' | 'disabled' | 'flood' | 'timeout' | 'memory' | 'aborted' | 'failed'

export interface CommandFailure {
  code: CommandFailureCode
  message: string
  /** Output up to the failure. */
  stdout: string
  stderr: string
}

/** Starts programs in isolation: own scratch folder, few variables, limited output. */
export interface CommandRunner {
  run(options: CommandOptions): Promise<Result<CommandResult, CommandFailure>>
}
