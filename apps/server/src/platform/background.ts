import { type JobEngine, type LaneName, startJobEngine, takeOverJobs } from './jobs/index.ts'
import type { Declarations } from './modules.ts'
import type { Platform } from './platform.ts'
import { definePort } from './port.ts'
import { registerProcess } from './processes/index.ts'

/** Lanes of jobs of this process that stand still; never any where it runs no jobs. */
export const stillLanes = definePort<() => readonly LaneName[]>('lanes of jobs that stand still')

/**
 * Makes this process known to the others on the database, takes over the work of those that died, and runs the jobs of all
 * modules, where this process does such work.
 */
export async function startBackground(platform: Platform, declarations: Declarations): Promise<void> {
  const { pool, works, canaryPaths, configuration, parts } = platform
  let engine: JobEngine | undefined
  const findStill = () => engine?.stillLanes() ?? []
  stillLanes.offer(platform, findStill)
  const registered = await registerProcess({
    ...platform,
    id: platform.processId,
    workers: null,
    stillLanes: findStill,
    role: configuration.role,
    canaryPaths: works ? canaryPaths : [],
    onDead: async (dead) => {
      const ids = dead.map(({ id }) => id)
      for (const { takeOver } of declarations.modules) await takeOver?.(ids)
      await takeOverJobs(pool, dead)
    },
  })
  parts.onEnd('process', () => registered.stop())
  if (!works) return
  engine = await startJobEngine({
    ...platform,
    jobs: [...declarations.jobs, ...platform.events.jobs],
    // Whoever dies before the others know its workers would keep the jobs that it had claimed.
    register: (workers) => registered.setWorkers(workers),
  })
  parts.onEnd('jobs', () => engine?.stop())
}
