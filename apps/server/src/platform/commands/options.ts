import { resolve } from 'node:path'
import type { Configuration } from '../configuration.ts'
import { clusterFiles } from '../references/cluster/access.ts'
import type { CommandRunnerOptions } from './index.ts'

type CommandSettings = Pick<
  Configuration,
  'execChecks' | 'execMemory' | 'execDisk' | 'databaseUrl' | 'dataDirectory' | 'references'
>

/** Options of the command runner from the settings: limits of scripts, and folders that they must not see. */
export function commandOptions(configuration: CommandSettings): CommandRunnerOptions {
  const { execChecks, execMemory, execDisk, databaseUrl, dataDirectory, references } = configuration
  const folders = [
    databaseUrl === undefined ? dataDirectory : undefined,
    references.secretsFolder,
    references.filesFolder,
    ...clusterFiles(references.cluster),
  ]
  return {
    execChecks,
    memoryBytes: execMemory,
    diskBytes: execDisk,
    hidden: folders.flatMap((path) => (path === undefined ? [] : [resolve(path)])),
  }
}
