import { resolve } from 'node:path'
import { MISUSE } from '../misuse.ts'
import { IN_CLUSTER } from '../platform/references/cluster/access.ts'
import { continueSupervised, isRoot, leaveRoot, verifyUser } from '../platform/starter/leave-root.ts'
import type { Command } from './find-command.ts'
import { readSettings, UNUSED_BY_CHECK_RUN } from './settings.ts'

/**
 * Runs a command without root's rights: started by root, this process becomes one of another user, which starts over
 * with the same words.
 * @param words on the command line
 * @returns the exit code
 */
export async function runAsUser(command: Command, words: readonly string[]): Promise<number> {
  const configuration = readSettings(command.kind === 'check' ? UNUSED_BY_CHECK_RUN : [])
  if (configuration === undefined) return MISUSE
  if (!isRoot()) {
    if (configuration.runAs !== undefined) verifyUser(configuration.runAs)
    if (command.kind === 'serve') continueSupervised(words)
    return command.run()
  }
  const { propertiesFile, references } = configuration
  const settings = {
    PROPERTIES_FILE: propertiesFile,
    SECRETS_DIR: references.secretsFolder,
    CONFIG_MAPS_DIR: references.configMapsFolder,
    SECRET_FILES_DIR: references.filesFolder,
    KUBERNETES_CLUSTER: references.cluster === IN_CLUSTER ? undefined : references.cluster,
  }
  return leaveRoot({
    configuration,
    words,
    restarts: command.kind === 'serve',
    runsChecks: command.kind === 'serve' || command.kind === 'check',
    usesDataFolder: command.kind === 'serve' || command.kind === 'content',
    read: [
      ...command.paths.map((path) => ({ name: command.kind === 'serve' ? '--canaries' : 'FILE', path })),
      ...Object.entries(settings).flatMap(([name, path]) => (path === undefined ? [] : [{ name, path }])),
    ].map(({ name, path }) => ({ name, path: resolve(path) })),
  })
}
