import type { CommandRunnerOptions } from '../commands/index.ts'
import type { Configuration } from '../configuration.ts'

/**
 * What scripts may use, and what of the product they must not see.
 * @param dataFolder absolute
 */
export function commandOptions(configuration: Configuration, dataFolder: string): CommandRunnerOptions {
  const { execChecks, execMemory, execDisk, references } = configuration
  const { secretsFolder, filesFolder } = references
  return {
    execChecks,
    memoryBytes: execMemory,
    diskBytes: execDisk,
    hidden: [dataFolder, secretsFolder, filesFolder].filter((path) => path !== undefined),
  }
}
