import type { Route } from '../../../platform/http/route.ts'
import type { Job } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import { connectionsInUse } from '../../connections/index.ts'
import { addDueFeeds, createFeedJobs } from './job.ts'
import { feedRoutes } from './routes.ts'

/** Milliseconds from a change to the run that sends it. Changes can be read when they are older than a second. */
const GATHER_MILLISECONDS = 2_000

/** Routes and jobs of change feeds. */
export interface Feeds {
  routes: readonly Route[]
  jobs: readonly Job[]
  start(): void
  stop(): Promise<void>
}

/** Opens change feeds. */
export function openFeeds(platform: Platform): Feeds {
  const { pool, live, clock, log } = platform
  const { job, jobs } = createFeedJobs({ ...platform, connections: connectionsInUse.of(platform) })
  const stopping = new AbortController()
  let waking: Promise<void> | undefined
  let end = () => {}

  async function wake(): Promise<void> {
    await clock.wait(GATHER_MILLISECONDS, stopping.signal)
    if (stopping.signal.aborted) return
    try {
      await addDueFeeds(pool, job)
    } catch (error) {
      // The run of the next minute finds the changes too.
      log.warn({ reason: String(error) }, 'change feeds could not be woken')
    }
  }

  return {
    routes: feedRoutes({ pool, job }),
    jobs,
    start() {
      end = live.subscribe((event) => {
        if (event.kind === 'change' && event.change.topic === 'config_changes')
          waking ??= wake().finally(() => (waking = undefined))
      })
    },
    async stop() {
      end()
      stopping.abort()
      await waking
    },
  }
}
