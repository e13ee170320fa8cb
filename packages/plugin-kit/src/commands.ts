import type { Result } from '@binnacle/contract'

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
}

export interface CommandResult {
  /** null when a signal ended it. */
  exitCode: number | null
  signal: string | null
  stdout: string
  stderr: string
}

type CommandFailureCode = 'missing' | 'disabled' | 'flood' | 'timeout' | 'aborted' | 'failed'

export interface CommandFailure {
  code: CommandFailureCode
  message: string
  /** Output up to the failure. */
  stdout: string
  stderr: string
}

/** Starts programs within limits: own process group, own scratch folder, few variables, bounded output. */
export interface CommandRunner {
  run(options: CommandOptions): Promise<Result<CommandResult, CommandFailure>>
}
