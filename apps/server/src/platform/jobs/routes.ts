import { type Job as JobInfo, job as jobShape, startedJob } from '@binnacle/contract/jobs'
import { Cron } from 'croner'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { defineRoute, type Route } from '../http/route.ts'
import type { Job } from './define.ts'
import { runJobNow } from './run-now.ts'

const feature = 'settings.job_history'

function infoOf({ name, cron, manual }: Job, now: Date): JobInfo {
  const next = cron === undefined ? null : new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(now)
  return {
    name,
    schedule: cron ?? null,
    next_run_at: next?.toISOString() ?? null,
    manual: manual === undefined ? null : { description: manual.description, cost: manual.cost ?? null },
  }
}

/** The routes that list jobs and start one. */
export function jobRoutes(dependencies: { pool: Pool; clock: Clock; jobs: readonly Job[] }): Route[] {
  const { clock, jobs } = dependencies
  return [
    defineRoute({
      method: 'GET',
      path: '/jobs',
      summary: 'Jobs whose runs the job history shows',
      access: { resource: 'database', action: 'read' },
      feature,
      answer: z.array(jobShape),
      async handle() {
        const now = clock.now()
        return jobs
          .filter(({ record }) => record)
          .map((known) => infoOf(known, now))
          .toSorted((left, right) => left.name.localeCompare(right.name, 'en'))
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/jobs/{name}/run',
      summary: 'Runs a job now',
      access: { resource: 'database', action: 'run' },
      feature,
      params: z.object({ name: z.string().max(200) }),
      answer: startedJob,
      handle: async ({ params, actor }) => ({ queue_id: await runJobNow(dependencies, params.name, actor) }),
    }),
  ]
}
