import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { CauseSubjectKind } from '@binnacle/contract/causes'
import { type EndedFailure, isFailing, type Key, keyOf, type Thing } from '../rank/facts.ts'
import { prepared } from './prepared.ts'

/** How far back changes of health are counted. */
const WINDOW_HOURS = 3
/** Most changes of health of one thing that are read. */
const MOST_TRANSITIONS = 24

interface Row {
  kind: CauseSubjectKind
  id: string
  at: Date
  health: string
}

interface Since {
  id: string
  since: Date
  good: Date | null
}

const healthOfType = sql`case change.change_type
  when 'Healthy' then 'healthy' when 'Unhealthy' then 'unhealthy' when 'Warning' then 'warning' else 'unknown' end`

// The last good look of a scraper is its last run before the one that saw the failure.
const findSince = (ids: readonly string[], at: Date) => sql`
  select node.id, last.since, (
    select max(run.time_start) from core.job_history as run
    where run.resource_id = items.scraper_id and run.time_start < last.since - interval '1 second'
      and run.time_start > last.since - interval '1 day' and run.status <> 'FAILED'
  ) as good
  from unnest(${ids}::uuid[]) as node (id)
  join core.config_items as items on items.id = node.id
  cross join lateral (
    select change.created_at as since from core.config_changes as change
    where change.config_id = node.id and change.source = 'health' and change.created_at <= ${at}
      and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    order by change.created_at desc limit 1
  ) as last`

const ofConfigs = (ids: readonly string[], at: Date) => sql`
  select 'config' as kind, node.id, change.at, change.health
  from unnest(${ids}::uuid[]) as node (id)
  cross join lateral (
    select change.created_at as at, ${healthOfType} as health
    from core.config_changes as change
    where change.config_id = node.id and change.source = 'health' and change.created_at <= ${at}
      and change.created_at > ${at}::timestamptz - make_interval(hours => ${WINDOW_HOURS})
      and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    order by change.created_at desc limit ${MOST_TRANSITIONS}
  ) as change`

const ofComponents = (ids: readonly string[], at: Date) => sql`
  select 'component' as kind, node.id, change.at, change.health
  from unnest(${ids}::uuid[]) as node (id)
  cross join lateral (
    select change.at, change.health from core.component_transitions as change
    where change.component_id = node.id and change.at <= ${at}
      and change.at > ${at}::timestamptz - make_interval(hours => ${WINDOW_HOURS})
    order by change.at desc limit ${MOST_TRANSITIONS}
  ) as change`

// Only of checks that failed in these hours: others have no change to find.
const ofChecks = (ids: readonly string[], at: Date) => sql`
  select 'check' as kind, node.id, change.at, change.health
  from unnest(${ids}::uuid[]) as node (id)
  join core.check_state as state on state.check_id = node.id
    and state.last_fail > ${at}::timestamptz - make_interval(hours => ${WINDOW_HOURS})
  cross join lateral (
    select result.time as at, result.state::text as health from (
      select found.time, found.state, lag(found.state) over (order by found.time) as previous
      from core.check_statuses as found
      where found.check_id = node.id and found.time <= ${at}
        and found.time > ${at}::timestamptz - make_interval(hours => ${WINDOW_HOURS})
    ) as result
    where result.state is distinct from result.previous
    order by result.time desc limit ${MOST_TRANSITIONS}
  ) as change`

/** The failures in a list of changes of health, the oldest first, that have ended. */
function endedOf(changes: readonly Pick<Row, 'at' | 'health'>[]): EndedFailure[] {
  const ended: EndedFailure[] = []
  let from: number | undefined
  for (const { at, health } of changes) {
    const fails = health === 'unhealthy' || health === 'warning'
    if (fails) from ??= at.getTime()
    else if (health === 'healthy' && from !== undefined) {
      ended.push({ from, to: at.getTime() })
      from = undefined
    }
  }
  return ended
}

const idsOf = (things: readonly Thing[], kind: CauseSubjectKind): string[] =>
  things.filter((thing) => thing.kind === kind).map(({ id }) => id)

/** Adds what was before: since when items fail, when they were last seen to be well, and the failures that have ended. */
export async function addHistory(client: ClientBase, things: readonly Thing[], at: Date): Promise<Thing[]> {
  const failingItems = idsOf(things.filter(isFailing), 'config')
  const sinces = new Map<Key, { since: number; lastGood: number | null }>()
  if (failingItems.length > 0) {
    const { rows } = await client.query<Since>(prepared(findSince(failingItems, at)))
    for (const { id, since, good } of rows)
      sinces.set(keyOf('config', id), { since: since.getTime(), lastGood: good?.getTime() ?? null })
  }
  const changes = new Map<Key, Row[]>()
  for (const [kind, statement] of [
    ['config', ofConfigs],
    ['component', ofComponents],
    ['check', ofChecks],
  ] as const) {
    const ids = idsOf(things, kind)
    if (ids.length === 0) continue
    const { rows } = await client.query<Row>(prepared(statement(ids, at)))
    for (const row of rows) {
      const key = keyOf(row.kind, row.id)
      changes.set(key, [...(changes.get(key) ?? []), row])
    }
  }
  return things.map((thing) => {
    const key = keyOf(thing.kind, thing.id)
    const own = (changes.get(key) ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    return { ...thing, ...sinces.get(key), ended: endedOf(own), transitions: own.length }
  })
}
