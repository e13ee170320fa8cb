import * as z from 'zod/mini'

/** How a run stands or ended. */
export const jobStatuses = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED', 'STALE', 'SKIPPED', 'STOPPED'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** A job that leaves its runs in the job history. */
export const job = z.object({
  name: z.string(),
  /** Five cron fields in UTC; null for a job that only runs when something adds it. */
  schedule: z.nullable(z.string()),
  /** ISO 8601 */
  next_run_at: z.nullable(z.string()),
  /** What people read before they start it by hand; null where nobody can. */
  manual: z.nullable(
    z.object({
      /** What it does. */
      description: z.string(),
      /** What a run costs, which the person who starts it confirms; null where it costs nothing to speak of. */
      cost: z.nullable(z.string()),
    }),
  ),
})
export type Job = z.output<typeof job>

/** A run that somebody asked for. */
export const startedJob = z.object({
  /** Its entry in the queue, which the run in the job history names as `queue_id`. */
  queue_id: z.number(),
})
