import { Socket } from 'node:net'
import { type CommandRunnerOptions, type ContainedRunner, createCommandRunner } from '../commands/index.ts'
import { createStarterClient } from './client.ts'

/** Tells the product which descriptor leads to the starter. */
export const CHANNEL_VARIABLE = 'BINNACLE_STARTER'
/** The first one after the standard streams. */
export const CHANNEL = 3

let channel: boolean | undefined

/** Whether a starter started this process. */
export function hasStarter(): boolean {
  if (channel === undefined) {
    channel = process.env[CHANNEL_VARIABLE] === String(CHANNEL)
    delete process.env[CHANNEL_VARIABLE]
  }
  return channel
}

/** The process to end when the product is to end: the starter, where there is one. */
export function leadingProcess(): number {
  return hasStarter() ? process.ppid : process.pid
}

/**
 * Runs commands of checks: in containment by the starter where there is one, else by this process. Commands that keep
 * the product's rights are always started by this process.
 * @param options of the containment, where this process runs the commands; the starter knows its own from the settings
 */
export function openCommands(options: CommandRunnerOptions): ContainedRunner {
  const own = createCommandRunner(options)
  if (options.execChecks === 'off' || !hasStarter()) return own
  const socket = new Socket({ fd: CHANNEL })
  const starter = createStarterClient(socket, () => process.kill(process.pid, 'SIGTERM'))
  return { ...starter, run: (command) => (command.privileged === true ? own : starter).run(command) }
}
