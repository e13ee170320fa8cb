// Has alerts looked at again when a hold ends: that is an event of its own, a job at its time.
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Queryable } from '../../../platform/database/index.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'

/** Has alerts looked at again, if the transaction of the caller is committed. */
export interface Reviews {
  /** @param looks milliseconds since 1970 by id of the alert; an earlier time that is stored stays */
  at(client: ClientBase, looks: ReadonlyMap<string, number>): Promise<void>
  /** As soon as possible. It touches no alert, so that callers who have locked messages cannot deadlock. */
  soon(within: Queryable, alertIds: readonly string[]): Promise<void>
}

/** Creates it. @param job looks at one alert */
export function createReviews(job: Pick<DefinedJob<{ id: string }>, 'addEachAt'>, now: () => Date): Reviews {
  return {
    soon: (within, ids) =>
      job.addEachAt(
        within,
        ids.map((id) => ({ time: now(), payload: { id } })),
      ),
    async at(client, looks) {
      if (looks.size === 0) return
      const rows = Array.from(looks, ([id, time]) => ({ id, due_at: new Date(time) }))
      const { rows: due } = await client.query<{ id: string; due_at: Date }>(sql`
        update core.alerts as alert set due_at = case
          when alert.due_at is null or alert.due_at <= ${now()} then given.due_at
          else least(alert.due_at, given.due_at) end
        from json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, due_at timestamptz)
        where alert.id = given.id and alert.closed_at is null
        returning alert.id, alert.due_at`)
      await job.addEachAt(
        client,
        due.map(({ id, due_at: time }) => ({ time, payload: { id } })),
      )
    },
  }
}
