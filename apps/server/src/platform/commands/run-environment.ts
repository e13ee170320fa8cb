import { readFile } from 'node:fs/promises'
import type { CommandOptions } from '@binnacle/plugin-kit'
import { newId } from '../ids.ts'
import { GIVEN, preparationPath } from './shell.ts'
import { RUN_MARK } from './sweep.ts'

/** What every command may see of the product's own environment. */
const passedVariables = ['PATH', 'LANG', 'LC_ALL', 'TZ'] as const
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'

/** Variables that a command gets, as they are called for it. */
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

/** Variables of the programs that prepare a run: those of the command are prefixed until its rights are gone. */
export function environmentFor(
  options: CommandOptions,
  folder: string,
): { environment: Record<string, string>; mark: string } {
  const mark = newId()
  const given = Object.entries(commandVariables(options, folder, mark))
  return {
    environment: {
      PATH: preparationPath(),
      ...Object.fromEntries(given.map(([name, value]) => [GIVEN + name, value])),
    },
    mark,
  }
}

/** Processes beyond those that run already; a script that forks without end stops here. */
const MORE_PROCESSES = 512

/**
 * A limit of processes for a user that others use too. It counts every task of the user, so it starts from all tasks
 * there are (proc_loadavg(5), fourth field).
 */
export async function moreProcesses(): Promise<number> {
  const load = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(/\/(\d+) /.exec(load)?.[1] ?? 4_096) + MORE_PROCESSES
}
