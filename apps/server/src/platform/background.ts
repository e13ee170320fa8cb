import { startJobEngine, takeOverJobs } from './jobs/index.ts'
import type { Declarations } from './modules.ts'
import type { Platform } from './platform.ts'
import { registerProcess } from './processes/index.ts'

/**
 * Runs the jobs of all modules, where this process does such work.
 * @returns under which name the queue knows the workers of this process; null where it runs none
 */
export async function startJobs(platform: Platform, declarations: Declarations): Promise<string | null> {
  if (!platform.works) return null
  const engine = await startJobEngine({
    ...platform,
    jobs: [...declarations.jobs, ...platform.events.jobs],
  })
  platform.parts.onEnd('jobs', () => engine.stop())
  return engine.workers
}

/**
 * Makes this process known to the others on the database, and takes over the work of those that died.
 * @param workers under which name this process holds jobs; null where it runs none
 */
export async function joinProcesses(
  platform: Platform,
  { modules }: Declarations,
  workers: string | null,
): Promise<void> {
  const { pool, works, canaryPaths, configuration } = platform
  const registered = await registerProcess({
    ...platform,
    id: platform.processId,
    workers,
    role: configuration.role,
    canaryPaths: works ? canaryPaths : [],
    onDead: async (dead) => {
      const ids = dead.map(({ id }) => id)
      for (const { takeOver } of modules) await takeOver?.(ids)
      await takeOverJobs(pool, dead)
    },
  })
  platform.parts.onEnd('process', () => registered.stop())
}
