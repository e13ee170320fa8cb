import { DAY } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { tablesOn } from '../../../platform/database/tables-on.ts'

/** Days that daily sums stay. */
const SUMS_KEEP_DAYS = 365
/** Days before today that are summed up, so that a product that was off for a while misses none. */
const SUMMED_DAYS = 7
/** Days that places and names of the past stay, as the transitions of health do. */
const VERSIONS_KEEP_DAYS = 90

// A stretch begins with a transition, or with the day, and ends with the next one, or with the day.
function sumUp(day: Date): Sql {
  const [start, end] = [sql`${day}::timestamptz`, sql`${day}::timestamptz + interval '1 day'`]
  return sql`
    with change as (
      select component_id, at, health, previous from core.component_transitions
      where at >= ${start} and at < ${end}
    ),
    living as (
      select component.id, component.created_at, component.deleted_at,
        case when next.at is null then state.health else next.previous end as before
      from core.components as component
      join core.component_states as state on state.component_id = component.id
      left join lateral (
        select later.at, later.previous from core.component_transitions as later
        where later.component_id = component.id and later.at >= ${start} order by later.at limit 1
      ) as next on true
      where component.created_at < ${end}
        and (component.deleted_at is null or component.deleted_at > ${start})
    ),
    mark as (
      select id, greatest(${start}, created_at) as at, before as health from living
      union all
      select change.component_id, change.at, change.health from change join living on living.id = change.component_id
    ),
    stretch as (
      select mark.id, mark.health,
        extract(epoch from
          least(
            lead(mark.at, 1, ${end}) over (partition by mark.id order by mark.at),
            coalesce(living.deleted_at, 'infinity')
          ) - mark.at
        ) as seconds
      from mark join living on living.id = mark.id
    )
    insert into core.component_health_daily (component_id, day, healthy, warning, unhealthy, unknown, transitions)
    select stretch.id, (${start} at time zone 'utc')::date,
      round(coalesce(sum(seconds) filter (where health = 'healthy'), 0)),
      round(coalesce(sum(seconds) filter (where health = 'warning'), 0)),
      round(coalesce(sum(seconds) filter (where health = 'unhealthy'), 0)),
      round(coalesce(sum(seconds) filter (where health = 'unknown' or health is null), 0)),
      (select count(*) from change where change.component_id = stretch.id and change.previous is not null)
    from stretch where seconds > 0 group by stretch.id
    on conflict (component_id, day) do update set
      healthy = excluded.healthy, warning = excluded.warning, unhealthy = excluded.unhealthy,
      unknown = excluded.unknown, transitions = excluded.transitions`
}

/** A day, UTC. Written as a time it would be the day of the time zone of this process. */
const dayOf = (time: Date) => fragment<Date>`${time.toISOString().slice(0, 10)}::date`

/** Sums up the days before today, UTC. @returns how many sums were written */
export async function sumUpDays(pool: Pool, now: Date): Promise<number> {
  const today = Math.floor(now.getTime() / DAY) * DAY
  let written = 0
  for (let day = SUMMED_DAYS; day >= 1; day -= 1) {
    const start = new Date(today - day * DAY)
    const known = await tablesOn(pool)
      .selectFrom('core.component_health_daily')
      .select('day')
      .where('day', '=', dayOf(start))
      .limit(1)
      .executeTakeFirst()
    // Yesterday is summed up again: this may run twice on a day, but not before it is over.
    if (known === undefined || day === 1) written += (await pool.query(sumUp(start))).rowCount ?? 0
  }
  return written
}

/** Removes what the past of components is known by, as far as it is past its time. @returns how many rows */
export async function forgetHistory(pool: Pool, now: Date): Promise<number> {
  const tables = tablesOn(pool)
  const sumsBefore = dayOf(new Date(now.getTime() - SUMS_KEEP_DAYS * DAY))
  const versionsBefore = new Date(now.getTime() - VERSIONS_KEEP_DAYS * DAY)
  const forgotten = [
    await tables.deleteFrom('core.component_health_daily').where('day', '<', sumsBefore).executeTakeFirst(),
    await tables
      .deleteFrom('core.component_versions')
      .where('valid_to', '<', versionsBefore)
      .executeTakeFirst(),
    await tables
      .deleteFrom('core.component_relationship_versions')
      .where('valid_to', '<', versionsBefore)
      .executeTakeFirst(),
  ]
  return forgotten.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
