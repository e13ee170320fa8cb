import { randomUUID } from 'node:crypto'
import { formatBytes } from '@binnacle/contract/text'
import { fail, succeed } from '@binnacle/contract/core'
import {
  type CommandFailure,
  type CommandOptions,
  type CommandRunner,
  MOST_COLLECTED,
  MOST_KEPT,
  MOST_OUTPUT,
} from '@binnacle/plugin-kit/core'
import { collectFailure } from './collect.ts'
import {
  type Containment,
  type ContainmentLevel,
  type ContainmentLimits,
  type ContainmentReport,
  openContainment,
} from './containment.ts'
import { execute } from './execute.ts'
import { DEFAULT_DISK, DEFAULT_MEMORY } from './limits.ts'
import { commandVariables } from './run-environment.ts'
import { SETUP_FAILED } from './shell.ts'
import { sweep } from './sweep.ts'

export { REPLACED_FOLDERS } from './template.ts'
export type { ContainmentLevel, ContainmentReport } from './containment.ts'

/**
 * Whether scripts of people run: with the available containment, not at all, or only with complete containment.
 */
export type ExecChecks = 'on' | 'off' | 'contained'

export interface CommandRunnerOptions {
  /** Default: on. */
  execChecks?: ExecChecks
  /** Most bytes of memory of one run, including files in its scratch folder. */
  memoryBytes?: number
  /** Most bytes of all files of one run. */
  diskBytes?: number
  /** Files and folders that commands must not see, such as the data folder. They need not exist yet. */
  hidden?: readonly string[]
  /** Highest level to try; for tests of lower levels. */
  highest?: ContainmentLevel
}

/** Runs commands with the strongest containment of this machine. */
export interface ContainedRunner extends CommandRunner {
  /** Finds out once what this machine allows, which takes a few hundred milliseconds. */
  containment(): Promise<ContainmentReport>
  /** Removes shared mounts and control groups. Does not wait for running commands. */
  close(): Promise<void>
}

/** One line for the operator about missing containment; undefined if nothing is missing. */
export function describeMissing(
  { level, missing }: ContainmentReport,
  execChecks: ExecChecks,
): string | undefined {
  if (missing.length === 0 || execChecks === 'off') return undefined
  const what = missing.join(', ')
  return execChecks === 'contained'
    ? `scripts do not run: EXEC_CHECKS=contained demands ${what}`
    : `scripts run without ${what} (containment: ${level})`
}

function runPrivileged(options: CommandOptions) {
  const mark = randomUUID()
  return execute(
    {
      file: options.file,
      arguments: options.arguments,
      folder: '/',
      environment: commandVariables(options, '/', mark),
      end: async ({ pid }) => {
        if (pid !== undefined) await sweep(pid, mark)
      },
    },
    options,
  )
}

/** Parses the report of the setup shell: a failed preparation, or the end of collecting. */
function readReport(report: string): { failure?: string; collect?: string } {
  if (!/^ended$/m.test(report)) return { failure: report.trim() }
  const collect = /^collect (\d+)$/m.exec(report)?.[1]
  return collect === undefined ? {} : { collect }
}

/** What a command asks for beyond what any may have; undefined for nothing. */
function excessOf({ maxOutputBytes, collect, keep }: CommandOptions): string | undefined {
  if (maxOutputBytes > MOST_OUTPUT) return `${maxOutputBytes} bytes of output`
  if (collect !== undefined) {
    if (collect.maxFiles > MOST_COLLECTED.files) return `${collect.maxFiles} collected files`
    const largest = Math.max(collect.maxFileBytes, collect.maxTotalBytes)
    if (largest > MOST_COLLECTED.bytes) return `${largest} bytes of collected files`
  }
  if (keep === undefined) return undefined
  if (keep.paths.length > MOST_KEPT.patterns) return `${keep.paths.length} patterns of files`
  if (keep.maxFiles > MOST_KEPT.files) return `${keep.maxFiles} files`
  const isLarge = keep.maxFileBytes > MOST_KEPT.fileBytes || keep.maxTotalBytes > MOST_KEPT.bytes
  return isLarge ? `files of ${keep.maxFileBytes} bytes, ${keep.maxTotalBytes} in all` : undefined
}

/** Creates the command runner. It tries nothing before the first command or `containment`. */
export function createCommandRunner(given: CommandRunnerOptions = {}): ContainedRunner {
  const { execChecks = 'on' } = given
  const limits: ContainmentLimits = {
    memoryBytes: given.memoryBytes ?? DEFAULT_MEMORY,
    diskBytes: given.diskBytes ?? DEFAULT_DISK,
    hidden: given.hidden ?? [],
    ...(given.highest === undefined ? {} : { highest: given.highest }),
  }
  let opened: Promise<Containment> | undefined
  const open = () => (opened ??= openContainment(limits))
  const refuse = (code: CommandFailure['code'], message: string) =>
    fail({ code, message, stdout: '', stderr: '' })

  return {
    async run(options) {
      if (options.privileged === true) return (await runPrivileged(options)).result
      // The process that starts programs for root refuses the same, so no such command works anywhere.
      const excess = excessOf(options)
      if (excess !== undefined) return refuse('failed', `no command may ask for ${excess}`)
      if (execChecks === 'off')
        return refuse('disabled', 'starting programs is switched off on this server (EXEC_CHECKS=off)')
      const containment = await open()
      if (execChecks === 'contained' && containment.missing.length > 0)
        return refuse(
          'disabled',
          `scripts do not run on this server: EXEC_CHECKS=contained demands ${containment.missing.join(', ')}`,
        )
      const { result, report, outOfMemory } = await containment.run(options)
      if (outOfMemory) {
        const { stdout, stderr } = result.ok ? result.value : result.failure
        const message = `used more than ${formatBytes(limits.memoryBytes)} of memory and was stopped`
        return fail({ code: 'memory', message, stdout, stderr })
      }
      if (!result.ok || report === '') return result
      const problems = readReport(report)
      if (problems.failure !== undefined) {
        if (result.value.exitCode !== SETUP_FAILED) return result
        return fail({
          ...result.value,
          code: 'failed',
          message: `the script could not be contained: ${problems.failure}`,
        })
      }
      const { collect } = options
      const { collected } = result.value
      if (collect === undefined || collected === undefined) return result
      const failure = collected.failure ?? collectFailure(problems.collect ?? '0', collect.folder)
      return succeed({
        ...result.value,
        collected: failure === undefined ? collected : { ...collected, failure },
      })
    },
    containment: async () => {
      const { level, missing } = await open()
      return { level, missing }
    },
    async close() {
      const containment = await opened?.catch(() => undefined)
      opened = undefined
      await containment?.close()
    },
  }
}
