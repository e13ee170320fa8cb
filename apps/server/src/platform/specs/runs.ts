import type { Pool } from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit.ts'
import type { Connection } from '../database/tables-on.ts'
import { RequestError } from '../errors.ts'
import { type DefinedJob, runJobHere } from '../jobs/index.ts'
import type { SpecTable } from './log.ts'

/** What a run of a stored spec needs to know of it. */
interface Runnable {
  id: string
  name: string
}

/** Sets when a stored spec runs next, and adds the run to the queue. @param dueAt null if it does not run by itself */
export async function schedule(
  within: Connection,
  table: SpecTable,
  job: Pick<DefinedJob<Runnable>, 'addAt'>,
  id: string,
  dueAt: Date | null,
): Promise<void> {
  const { rows } = await within.query<{ name: string }>(
    sql`update ${raw(table.name)} set due_at = ${dueAt} where id = ${id} and deleted_at is null returning name`,
  )
  const [row] = rows
  if (row !== undefined && dueAt !== null) await job.addAt(within, dueAt, { id, name: row.name })
}

/** One sentence for the errors of a run; null where nothing went wrong. */
export function errorOf(errors: readonly string[]): string | null {
  const [first, ...others] = errors
  if (first === undefined) return null
  return others.length === 0 ? first : `${first} (and ${others.length} more)`
}

/** What a person who runs a stored spec by hand runs. */
export interface RunByHand<Payload extends Runnable> {
  pool: Pool
  table: SpecTable
  /** How an error names it, such as `scraper`. */
  noun: string
  job: DefinedJob<Payload>
  payload: Payload
  actor: Actor
  /** Type of the resource in the history of jobs. */
  resourceType: string
  /** What a run in this process needs of the engine of jobs. */
  jobs: Parameters<typeof runJobHere>[2]
}

/** Runs a stored spec in this process, and writes into the audit log who did. @returns the run, when it has ended */
export async function runByHand<Payload extends Runnable>({
  pool,
  table,
  noun,
  job,
  payload,
  actor,
  resourceType,
  jobs,
}: RunByHand<Payload>) {
  const { id, name } = payload
  await audit(pool, actor, { action: 'run', resource: table.resource, id, name })
  const began = performance.now()
  const ended = await runJobHere(job, payload, jobs)
  if (ended === undefined)
    throw new RequestError('ECONFLICT', `This ${noun} is running right now; its result will appear shortly`)
  const { outcome, status } = ended
  return {
    id: ended.id ?? null,
    name: job.name,
    resource_id: id,
    resource_type: resourceType,
    status,
    success_count: outcome.success,
    error_count: outcome.errors.length,
    duration_millis: Math.round(performance.now() - began),
    details: {
      ...outcome.details,
      ...(outcome.errors.length === 0 ? {} : { errors: outcome.errors }),
    },
  }
}
