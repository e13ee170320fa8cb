import type { CauseSubjectKind } from '@binnacle/contract/causes'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Columns } from '../../../platform/database/columns.ts'
import type { OwnRows } from '../../../platform/access/rows.ts'
import { type Change, type Health, isFailing, type Key, keyOf, type Thing } from '../rank/facts.ts'

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
  unseen: string | null
  unseen_since: Date | null
}

interface ConfigRow extends Row, Columns<'core.config_items', 'deleted_at' | 'delete_reason'> {}

const healths: readonly Health[] = ['healthy', 'unhealthy', 'warning', 'unknown']

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
    message: lineOf(row.message),
    within: row.path === '' ? [] : row.path.split('.').map((id) => keyOf(kind, id)),
    ...(row.unseen !== null && {
      unseen: { message: row.unseen, since: row.unseen_since?.getTime() ?? null },
    }),
  }
}

const unseenItem = (at: Date) => sql`
  case when scrapers.error_at <= ${at} then 'Its scraper ' || scrapers.name || ' failed: ' || scrapers.error end as unseen,
  scrapers.error_at as unseen_since`

// Since when they fail is read for all together: their changes are in many partitions, which take longer to plan than to read.
const configsNow = (ids: readonly string[], { at, from }: Moment, own: OwnRows) => sql`
  select items.id, items.name, items.type, items.path, items.deleted_at, items.delete_reason,
    case when items.deleted_at is null then items.health end as health, null::timestamptz as since,
    coalesce(items.description, items.status) as message, ${unseenItem(at)}
  from core.config_items as items
  left join core.config_scrapers as scrapers
    on scrapers.id = items.scraper_id and scrapers.deleted_at is null and scrapers.error is not null
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

const findSince = (ids: readonly string[]) => sql`
  select node.id, last.since from unnest(${ids}::uuid[]) as node (id)
  cross join lateral (
    select change.created_at as since from core.config_changes as change
    where change.config_id = node.id and change.source = 'health'
      and change.change_type in ('Healthy', 'Unhealthy', 'Warning', 'HealthUnknown')
    order by change.created_at desc limit 1
  ) as last`

/** Adds since when items fail now, where their changes say it. */
export async function addSince(client: ClientBase, things: readonly Thing[]): Promise<Thing[]> {
  const ids = things.filter((thing) => thing.kind === 'config' && isFailing(thing)).map(({ id }) => id)
  if (ids.length === 0) return [...things]
  const { rows } = await client.query<{ id: string; since: Date }>(findSince(ids))
  const sinces = new Map(rows.map(({ id, since }) => [id, since.getTime()]))
  return things.map((thing) =>
    thing.kind === 'config' ? { ...thing, since: sinces.get(thing.id) ?? thing.since } : thing,
  )
}

const componentsNow = (ids: readonly string[], own: OwnRows) => sql`
  select components.id, components.name, components.type, components.path,
    coalesce(state.health, components.health) as health, state.since,
    coalesce(state.status_reason, components.status_reason) as message,
    null as unseen, null::timestamptz as unseen_since
  from core.components
  left join core.component_states as state on state.component_id = components.id
  where components.id = any (${ids}::uuid[]) and components.deleted_at is null and ${own('components')}`

const componentsThen = (ids: readonly string[], { at }: Moment, own: OwnRows) => sql`
  select components.id, components.name, components.type, components.path,
    case when state.since > ${at} then coalesce(last.health, later.previous)
      else coalesce(state.health, components.health) end as health,
    case when state.since > ${at} then last.at else state.since end as since,
    case when state.since > ${at} then last.reason
      else coalesce(state.status_reason, components.status_reason) end as message,
    null as unseen, null::timestamptz as unseen_since
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
  where components.id = any (${ids}::uuid[]) and components.deleted_at is null and ${own('components')}`

const checksNow = (ids: readonly string[], { at }: Moment, own: OwnRows) => sql`
  select checks.id, checks.name, checks.type, '' as path, state.state::text as health,
    state.last_transition_time as since, coalesce(state.error, state.message) as message,
    case
      when state.due_at < ${at}::timestamptz - interval '10 minutes' then 'It should have run, and did not'
      when state.state = 'unknown' then coalesce(state.error, state.message, 'It has no result')
    end as unseen,
    coalesce(state.last_runtime, state.due_at) as unseen_since
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
    null as unseen, null::timestamptz as unseen_since
  from core.checks
  left join core.check_state as state on state.check_id = checks.id
  left join lateral (
    select result.state, result.error, result.message, (
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

function deletionOf(row: ConfigRow): Change[] {
  if (row.deleted_at === null) return []
  return [
    {
      thing: keyOf('config', row.id),
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
 * Reads things. Those that the person may not read, or that do not exist, are left out. Since when items fail now is not
 * among it: {@link addSince}.
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
    const { rows } = await client.query<ConfigRow>(statement(configIds, moment, rights.config))
    found.things.push(...rows.map((row) => thingOf('config', row)))
    found.deletions.push(...rows.flatMap(deletionOf))
  }
  if (componentIds.length > 0) {
    const { rows } = await client.query<Row>(
      moment.isPast
        ? componentsThen(componentIds, moment, rights.component)
        : componentsNow(componentIds, rights.component),
    )
    found.things.push(...rows.map((row) => thingOf('component', row)))
  }
  if (checkIds.length > 0) {
    const statement = moment.isPast ? checksThen : checksNow
    const { rows } = await client.query<Row>(statement(checkIds, moment, rights.check))
    found.things.push(...rows.map((row) => thingOf('check', row)))
  }
  return found
}
