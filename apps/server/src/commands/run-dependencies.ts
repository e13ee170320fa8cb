import { fail, type Problem } from '@binnacle/contract/core'
import { createEgress } from '@binnacle/egress'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { systemClock } from '../platform/clock.ts'
import { commandOptions } from '../platform/commands/options.ts'
import type { Configuration } from '../platform/configuration.ts'
import { createFileProcesses, createLocalFiles, localFileOptions } from '../platform/files/index.ts'
import { createLog } from '../platform/log.ts'
import { clusterOf } from '../platform/references/cluster/index.ts'
import { createReferences } from '../platform/references/index.ts'
import { openCommands } from '../platform/starter/index.ts'
import { SERVER_VERSION } from '../platform/version.ts'

/** Opens what checks, scrapers and topologies of a file run with, which is no database. Its `close` ends all of it. */
export async function openRunDependencies(settings: Configuration) {
  const scripts = createScriptEngine({ now: () => systemClock.now() })
  const tasks = createTaskPool()
  const processes = createFileProcesses()
  const commands = openCommands(commandOptions(settings))
  const close = async () => {
    await Promise.all([commands.close(), scripts.close(), tasks.close(), processes.close()])
  }
  try {
    const references = createReferences(
      settings.references,
      systemClock,
      processes,
      clusterOf(settings.references, systemClock, tasks),
    )
    return {
      scripts,
      tasks,
      commands,
      files: createLocalFiles(localFileOptions(settings), processes),
      egress: createEgress({ deny: settings.egressDeny }),
      clock: systemClock,
      log: await createLog('silent'),
      userAgent: `Binnacle/${SERVER_VERSION}`,
      sources: {
        connections: {
          find: async () => fail('stored connections can be looked up by a running server only'),
        },
        references,
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
export type RunDependencies = Awaited<ReturnType<typeof openRunDependencies>>

/** A problem of a file, with its line. */
export function describeProblem(path: string, problem: Problem): string {
  const place = problem.line === undefined ? path : `${path}:${problem.line}:${problem.column ?? 1}`
  return `${place}: ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`
}
