import { NIL_ID } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import type { Connection } from '../../../../platform/database/tables-on.ts'
import { inPages } from '../rows.ts'
import { addFault, type StagingContext } from '../stage/staged.ts'

/** Items of one statement. */
const PAGE = 5_000
/** Currency of the totals of items: costs of other ones cannot be added to them. */
const TOTALS = 'USD'
/** Days that a bill may be late. The totals of an item end with the last day of its bills, at most so long ago. */
const LATE_DAYS = 3
/** Days before its end that the longest total covers, with those that it may be late. */
const SEEN_DAYS = 30 + LATE_DAYS

const gatherDays = `
  insert into staged_cost_days (config_id, day, currency, bill, cost)
  select told.config_id, one.day::date, told.currency, told.bill, round(sum(one.amount::numeric), 4)
  from staged_costs as told cross join lateral jsonb_each_text(told.days) as one (day, amount)
  where exists (select from core.config_items as items where items.id = told.config_id)
  group by 1, 2, 3, 4
  having round(sum(one.amount::numeric), 4) <> 0`

/** What a bill told of a day before, and does not tell now. */
const deleteOthers = `
  with told as materialized (
    select distinct bill, one.day::date as day
    from staged_costs cross join lateral jsonb_object_keys(days) as one (day)
  )
  delete from core.config_costs_daily as stored using told
  where stored.bill = told.bill and stored.day = told.day and not exists (
    select from staged_cost_days as fresh
    where fresh.config_id = stored.config_id and fresh.day = stored.day and fresh.currency = stored.currency
      and fresh.bill = stored.bill
  )
  returning stored.config_id as id`

const writeDays = `
  insert into core.config_costs_daily as stored (config_id, day, currency, bill, cost)
  select config_id, day, currency, bill, cost from staged_cost_days
  on conflict (config_id, day, currency, bill) do update set cost = excluded.cost
  where stored.cost <> excluded.cost`

/** A day as PostgreSQL calculates with it. */
const dayOf = (now: Date): Sql => sql`${now.toISOString().slice(0, 10)}::date`
/** The first day that a total may cover. */
const firstDay = (today: Sql): Sql => sql`${today} - ${SEEN_DAYS}::int`

const itemsOfBills = (today: Sql): Sql => sql`
  select distinct config_id as id from core.config_costs_daily
  where bill in (select bill from staged_costs) and day >= ${firstDay(today)}
  union
  select config_id from staged_costs where config_id is not null`

/**
 * Writes the totals of items, as far as they differ. The last day of a bill ends the totals of what it bills. The ids are sent
 * twice, as PostgreSQL plans for as many items as it sees in each list.
 */
const writeTotals = (ids: readonly string[], today: Sql): Sql => sql`
  with daily as materialized (
    select config_id, day, bill, cost from core.config_costs_daily
    where config_id = any (${ids}) and currency = ${TOTALS} and day between ${firstDay(today)} and ${today}
  ),
  bills as materialized (
    select known.bill, coalesce((
      select max(day) from core.config_costs_daily as stored
      where stored.bill = known.bill and stored.day between ${today} - ${LATE_DAYS}::int and ${today}
    ), ${today} - 1) as last
    from (select distinct bill from daily) as known
  ),
  totals as (
    select daily.config_id as id,
      sum(daily.cost) filter (where daily.day = bills.last) as day,
      sum(daily.cost) filter (where daily.day > bills.last - 7) as week,
      sum(daily.cost) filter (where daily.day > bills.last - 30) as month
    from daily join bills on bills.bill = daily.bill and daily.day <= bills.last
    group by 1
  ),
  due as (
    select items.id, totals.day, totals.week, totals.month
    from core.config_items as items left join totals on totals.id = items.id
    where items.id = any (${ids})
      and (items.cost_total_1d, items.cost_total_7d, items.cost_total_30d)
        is distinct from (totals.day, totals.week, totals.month)
    order by items.id for no key update of items
  )
  update core.config_items as items
  set cost_per_minute = due.day / 1440, cost_total_1d = due.day, cost_total_7d = due.week, cost_total_30d = due.month
  from due where due.id = items.id`

/** Writes the totals of items. @returns how many changed */
export async function sumCosts(database: Connection, ids: readonly string[], now: Date): Promise<number> {
  let changed = 0
  await inPages(ids.toSorted(), PAGE, async (page) => {
    const { rowCount } = await database.query(writeTotals(page, dayOf(now)))
    changed += rowCount ?? 0
  })
  return changed
}

const unfound = `
  select count(*)::int as count, min(names -> 0 ->> 'externalId') as name, min(names -> 0 ->> 'type') as type
  from staged_costs where config_id is null having count(*) > 0`
const strange = sql`
  select string_agg(distinct currency, ', ') as currencies from staged_costs where currency <> ${TOTALS}`

/** Says which costs are in no total. */
async function tellProblems(client: ClientBase, staged: StagingContext): Promise<void> {
  const lost = await client.query<{ count: number; name: string; type: string | null }>(unfound)
  for (const { count, name, type } of lost.rows)
    addFault(staged, {
      kind: 'item-fault',
      item: name,
      type: type ?? undefined,
      message: `costs of ${count} ${count === 1 ? 'item' : 'items'} are not stored, as the catalog does not have ${count === 1 ? 'it' : 'them'}`,
    })
  const others = await client.query<{ currencies: string | null }>(strange)
  const currencies = others.rows[0]?.currencies ?? undefined
  if (currencies !== undefined)
    addFault(staged, {
      kind: 'item-fault',
      item: currencies,
      type: undefined,
      message: `costs in this currency are stored by day, and are in no total, as totals are in ${TOTALS}`,
    })
}

/** Writes the costs of a run by day, and the totals of their items. @returns how many items have costs */
export async function writeCosts(client: ClientBase, staged: StagingContext, now: Date): Promise<number> {
  if (staged.counts.costs === 0) return 0
  await tellProblems(client, staged)
  await client.query(gatherDays)
  const gone = await client.query<{ id: string }>(deleteOthers)
  const written = await client.query(writeDays)
  if (gone.rows.length + (written.rowCount ?? 0) > 0) {
    const { rows } = await client.query<{ id: string }>(itemsOfBills(dayOf(now)))
    await sumCosts(client, [...new Set([...gone.rows, ...rows].map(({ id }) => id))], now)
  }
  const counted = await client.query<{ count: number }>(
    'select count(distinct config_id)::int as count from staged_cost_days',
  )
  return counted.rows[0]?.count ?? 0
}

const withCosts = (after: string, today: Sql): Sql => sql`
  select id from core.config_items
  where id > ${after} and (cost_total_30d is not null or exists (
    select from core.config_costs_daily as daily
    where daily.config_id = config_items.id and daily.day between ${firstDay(today)} and ${today}
  ))
  order by id limit ${PAGE}`

/** Writes the totals of all items again, as days leave their windows. @returns how many changed */
export async function sumAllCosts(pool: Pool, now: Date): Promise<number> {
  let changed = 0
  let last = NIL_ID
  for (;;) {
    const { rows } = await pool.query<Columns<'core.config_items', 'id'>>(withCosts(last, dayOf(now)))
    const ids = rows.map(({ id }) => id)
    changed += await sumCosts(pool, ids, now)
    last = ids.at(-1) ?? last
    if (ids.length < PAGE) return changed
  }
}
