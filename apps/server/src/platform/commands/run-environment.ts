import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CommandOptions } from '@binnacle/plugin-kit/core'
import { GIVEN, preparationPath } from './shell.ts'
import { RUN_MARK } from './sweep.ts'

/** Variables of the product that every command gets. */
const passedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ'] as const
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

/** Variables of a command, by their final names. */
export function commandVariables(
  options: CommandOptions,
  folder: string,
  mark: string,
): Record<string, string> {
  const passed = Object.fromEntries(
    passedVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  return {
    PATH: DEFAULT_PATH,
    ...passed,
    HOME: folder,
    TMPDIR: folder,
    ...options.environment,
    [RUN_MARK]: mark,
  }
}

/** Variables of the programs that prepare a run. Those of the command have a prefix until all rights are dropped. */
export function environmentFor(
  options: CommandOptions,
  folder: string,
): { environment: Record<string, string>; mark: string } {
  const mark = randomUUID()
  const given = Object.entries(commandVariables(options, folder, mark))
  return {
    environment: {
      PATH: preparationPath(),
      ...Object.fromEntries(given.map(([name, value]) => [GIVEN + name, value])),
    },
    mark,
  }
}

/** Processes that may be added to the running ones, to stop a script that forks without end. */
const MORE_PROCESSES = 512

/**
 * A process limit for a user that others use too. The limit counts every task of the user, so it is added to all existing
 * tasks (proc_loadavg(5), fourth field).
 */
export async function moreProcesses(): Promise<number> {
  const load = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(/\/(\d+) /.exec(load)?.[1] ?? 4_096) + MORE_PROCESSES
}
