import { Socket } from 'node:net'
import { type CommandRunnerOptions, type ContainedRunner, createCommandRunner } from '../commands/index.ts'
import { SUPERVISED_VARIABLE } from './crash.ts'
import { createStarterClient } from './client.ts'

/** Name of the variable that tells the product which file descriptor leads to the starter. */
export const CHANNEL_VARIABLE = 'BINNACLE_STARTER'
/** The first file descriptor after the standard streams. */
export const CHANNEL = 3

let channel: boolean | undefined

/** Whether a starter started this process. */
function hasStarter(): boolean {
  if (channel === undefined) {
    channel = process.env[CHANNEL_VARIABLE] === String(CHANNEL)
    delete process.env[CHANNEL_VARIABLE]
  }
  return channel
}

/** The process to end when the product must end: the one that would start it again, otherwise this process. */
export function leadingProcess(): number {
  return hasStarter() || process.env[SUPERVISED_VARIABLE] !== undefined ? process.ppid : process.pid
}

/**
 * Creates the runner for commands of checks. The starter contains them if there is one, otherwise this process does.
 * This process always starts commands that keep the product's rights.
 * @param options of the containment in this process; the starter gets its own from the settings
 */
export function openCommands(options: CommandRunnerOptions): ContainedRunner {
  const own = createCommandRunner(options)
  if (options.execChecks === 'off' || !hasStarter()) return own
  const socket = new Socket({ fd: CHANNEL })
  const starter = createStarterClient(socket, () => process.kill(process.pid, 'SIGTERM'))
  return { ...starter, run: (command) => (command.privileged === true ? own : starter).run(command) }
}
