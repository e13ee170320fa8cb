import type { CauseSubjectKind } from '@binnacle/contract/causes'
import { healths } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { OwnRows } from '../../../platform/access/rows.ts'
import { type Change, type Key, keyOf, type Thing } from '../rank/facts.ts'
import { prepared } from './prepared.ts'

/** For each kind, the condition for rows that the person may read. */
export type Rights = Readonly<Record<CauseSubjectKind, OwnRows>>

/** Which state is read. */
export interface Moment {
  /** The time that is asked for. */
  at: Date
  /** Whether what is now may not have been then. */
  isPast: boolean
  /** What was deleted after this time is still looked at. */
  from: Date
}

interface Row {
  id: string
  name: string
  type: string | null
  health: string | null
  since: Date | null
  message: string | null
  path: string
  /** When somebody last looked. */
  seen: Date | null
  /** The last good result before the newest ones. */
  good: Date | null
  unseen: string | null
  unseen_since: Date | null
}

interface DeletableRow extends Row {
  deleted_at: Date | null
  delete_reason: string | null
}

const lineOf = (text: string | null): string | null => {
  const line = text?.split('\n', 1)[0]?.trim() ?? ''
  return line === '' ? null : line
}

function thingOf(kind: CauseSubjectKind, row: Row): Thing {
  return {
    kind,
    id: row.id,
    name: row.name,
    type: row.type,
    health: healths.find((known) => known === row.health) ?? null,
    since: row.since?.getTime() ?? null,
    lastGood: row.good?.getTime() ?? null,
    lastSeen: row.seen?.getTime() ?? null,
    ended: [],
    transitions: 0,
    message: lineOf(row.message),
    within: row.path === '' ? [] : row.path.split('.').map((id) => keyOf(kind, id)),
    ...(row.unseen !== null && {
      unseen: { message: row.unseen, since: row.unseen_since?.getTime() ?? null },
    }),
  }
}

const unseenItem = (at: Date) => sql`
  liveness.last_scraped_time as seen, null::timestamptz as good,
  case when scrapers.error_at <= ${at} then 'Its scraper ' || scrapers.name || ' failed: ' || scrapers.error end as unseen,
  coalesce(liveness.last_scraped_time, scrapers.error_at) as unseen_since`

// Since when they fail is read for all together: their changes are in many partitions, which take longer to plan than to read.
const configsNow = (ids: readonly string[], { at, from }: Moment, own: OwnRows) => sql`
  select items.id, items.name, items.type, items.path, items.deleted_at, items.delete_reason,
    case when items.deleted_at is null then items.health end as health, null::timestamptz as since,
    coalesce(items.description, items.status) as message, ${unseenItem(at)}
  from core.config_items as items
  left join core.config_scrapers as scrapers
    on scrapers.id = items.scraper_id and scrapers.deleted_at is null and scrapers.error is not null
  left join core.config_item_liveness as liveness on liveness.config_id = items.id
  where items.id = any (${ids}::uuid[]) and (items.deleted_at is null or items.deleted_at > ${from})
    and ${own('items')}`

const configsThen = (ids: readonly string[], { at, from }: Moment, own: OwnRows) => sql`
  select items.id, items.name, items.type, items.path, items.deleted_at, items.delete_reason,
    case
      when items.deleted_at <= ${at} then null
      when last.health is not null then last.health
      when later.id is null then items.health
    end as health,
    last.since,
    case when later.id is null then coalesce(items.description, items.status) end as message, ${unseenItem(at)}
  from core.config_items as items
  left join core.config_scrapers as scrapers
    on scrapers.id = items.scraper_id and scrapers.deleted_at is null and scrapers.error is not null
  left join core.config_item_liveness as liveness on liveness.config_id = items.id
  left join lateral (
    select change.created_at as since, case change.change_type
      when 'Healthy' then 'healthy' when 'Unhealthy' then 'unhealthy' when 'Warning' then 'warning' else 'unknown'
    end as health
    from core.config_changes as change
    where change.config_id = items.id and change.source = 'health' and change.created_at <= ${at}
      and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    order by change.created_at desc limit 1
  ) as last on true
  left join lateral (
    select change.id from core.config_changes as change
    where change.config_id = items.id and change.source = 'health' and change.created_at > ${at}
      and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    limit 1
  ) as later on true
  where items.id = any (${ids}::uuid[]) and (items.deleted_at is null or items.deleted_at > ${from})
    and ${own('items')}`

const componentRest = sql`
    null::timestamptz as seen, null::timestamptz as good, null as unseen, null::timestamptz as unseen_since,
    components.deleted_at, null as delete_reason`

const componentsNow = (ids: readonly string[], { from }: Moment, own: OwnRows) => sql`
  select components.id, components.name, components.type, components.path,
    case when components.deleted_at is null then coalesce(state.health, components.health) end as health, state.since,
    coalesce(state.status_reason, components.status_reason) as message, ${componentRest}
  from core.components
  left join core.component_states as state on state.component_id = components.id
  where components.id = any (${ids}::uuid[]) and ${own('components')}
    and (components.deleted_at is null or components.deleted_at > ${from})`

const componentsThen = (ids: readonly string[], { at, from }: Moment, own: OwnRows) => sql`
  select components.id, components.name, components.type, components.path,
    case
      when components.deleted_at <= ${at} then null
      when state.since > ${at} then coalesce(last.health, later.previous)
      else coalesce(state.health, components.health)
    end as health,
    case when state.since > ${at} then last.at else state.since end as since,
    case when state.since > ${at} then last.reason
      else coalesce(state.status_reason, components.status_reason) end as message, ${componentRest}
  from core.components
  left join core.component_states as state on state.component_id = components.id
  left join lateral (
    select change.health, change.at, change.reason from core.component_transitions as change
    where change.component_id = components.id and change.at <= ${at}
    order by change.at desc limit 1
  ) as last on true
  left join lateral (
    select change.previous from core.component_transitions as change
    where change.component_id = components.id and change.at > ${at}
    order by change.at limit 1
  ) as later on true
  where components.id = any (${ids}::uuid[]) and ${own('components')}
    and (components.deleted_at is null or components.deleted_at > ${from})`

const checksNow = (ids: readonly string[], { at }: Moment, own: OwnRows) => sql`
  select checks.id, checks.name, checks.type, '' as path, state.state::text as health,
    state.last_transition_time as since, coalesce(state.error, state.message) as message,
    -- A run that says nothing has seen nothing.
    case when state.state = 'unknown' then greatest(state.last_pass, state.last_fail) else state.last_runtime end as seen,
    case when state.last_pass < state.last_transition_time then state.last_pass end as good,
    case
      when state.due_at < ${at}::timestamptz - interval '2 minutes' then 'It should have run, and did not'
      when state.state = 'unknown' then coalesce(state.error, state.message, 'It has no result')
    end as unseen,
    case when state.state = 'unknown'
      then coalesce(greatest(state.last_pass, state.last_fail), state.last_transition_time, state.due_at)
      else coalesce(state.last_runtime, state.due_at) end as unseen_since
  from core.checks
  left join core.check_state as state on state.check_id = checks.id
  where checks.id = any (${ids}::uuid[]) and checks.deleted_at is null and ${own('checks')}`

// Results are looked at only where the state is newer than the time that is asked for.
const checksThen = (ids: readonly string[], { at }: Moment, own: OwnRows) => sql`
  select checks.id, checks.name, checks.type, '' as path,
    case when state.last_transition_time > ${at} then then_was.state::text else state.state::text end as health,
    case when state.last_transition_time > ${at} then then_was.since else state.last_transition_time end as since,
    case when state.last_transition_time > ${at} then coalesce(then_was.error, then_was.message)
      else coalesce(state.error, state.message) end as message,
    case when state.last_transition_time > ${at} then then_was.time else least(state.last_runtime, ${at}) end as seen,
    case when state.last_transition_time > ${at} then then_was.good
      when state.last_pass < state.last_transition_time then state.last_pass end as good,
    case when state.last_transition_time > ${at} and then_was.state = 'unknown'
      then coalesce(then_was.error, then_was.message, 'It has no result') end as unseen,
    then_was.since as unseen_since
  from core.checks
  left join core.check_state as state on state.check_id = checks.id
  left join lateral (
    select result.state, result.error, result.message, result.time, (
      select max(passed.time) from core.check_statuses as passed
      where passed.check_id = checks.id and passed.time < result.time and passed.state = 'healthy'
        and passed.time > ${at}::timestamptz - interval '7 days'
    ) as good, (
      select min(failed.time) from core.check_statuses as failed
      where failed.check_id = checks.id and failed.time <= result.time and failed.state = result.state
        and failed.time > coalesce((
          select max(other.time) from core.check_statuses as other
          where other.check_id = checks.id and other.time < result.time and other.state <> result.state
            and other.time > ${at}::timestamptz - interval '7 days'
        ), ${at}::timestamptz - interval '7 days')
    ) as since
    from core.check_statuses as result
    where state.last_transition_time > ${at} and result.check_id = checks.id
      and result.time <= ${at} and result.time > ${at}::timestamptz - interval '7 days'
    order by result.time desc limit 1
  ) as then_was on true
  where checks.id = any (${ids}::uuid[]) and checks.deleted_at is null and ${own('checks')}`

/** Things as they were at a time, with what was deleted before it. */
export interface ReadThings {
  things: Thing[]
  deletions: Change[]
}

function deletionOf(kind: CauseSubjectKind, row: DeletableRow, at: Date): Change[] {
  if (row.deleted_at === null || row.deleted_at > at) return []
  return [
    {
      thing: keyOf(kind, row.id),
      id: null,
      type: 'Deleted',
      source: 'catalog',
      severity: null,
      summary: row.delete_reason,
      by: null,
      at: row.deleted_at.getTime(),
      count: 1,
    },
  ]
}

const idsOf = (keys: readonly Key[], kind: CauseSubjectKind): string[] =>
  keys.filter((key) => key.startsWith(`${kind}/`)).map((key) => key.slice(kind.length + 1))

/**
 * Reads things. Those that the person may not read, or that do not exist, are left out. What was before is not among it:
 * `addHistory`.
 */
export async function readThings(
  client: ClientBase,
  keys: readonly Key[],
  moment: Moment,
  rights: Rights,
): Promise<ReadThings> {
  const [configIds, componentIds, checkIds] = [
    idsOf(keys, 'config'),
    idsOf(keys, 'component'),
    idsOf(keys, 'check'),
  ]
  const found: ReadThings = { things: [], deletions: [] }
  if (configIds.length > 0) {
    const statement = moment.isPast ? configsThen : configsNow
    const { rows } = await client.query<DeletableRow>(prepared(statement(configIds, moment, rights.config)))
    found.things.push(...rows.map((row) => thingOf('config', row)))
    found.deletions.push(...rows.flatMap((row) => deletionOf('config', row, moment.at)))
  }
  if (componentIds.length > 0) {
    const statement = moment.isPast ? componentsThen : componentsNow
    const { rows } = await client.query<DeletableRow>(
      prepared(statement(componentIds, moment, rights.component)),
    )
    found.things.push(...rows.map((row) => thingOf('component', row)))
    found.deletions.push(...rows.flatMap((row) => deletionOf('component', row, moment.at)))
  }
  if (checkIds.length > 0) {
    const statement = moment.isPast ? checksThen : checksNow
    const { rows } = await client.query<Row>(prepared(statement(checkIds, moment, rights.check)))
    found.things.push(...rows.map((row) => thingOf('check', row)))
  }
  return found
}
