import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { tablesOn } from '../../../../platform/database/tables-on.ts'

// In the order of the ids, so that two runs wait for each other and never stop each other.
const writeItemLags = (newest: ReadonlyMap<string, Date>, now: Date): Sql => sql`
  insert into core.config_item_lags as lags (config_id, change_at, stored_at)
  select told.config_id, told.at, ${now}
  from unnest(${[...newest.keys()]}::uuid[], ${[...newest.values()]}::timestamptz[]) as told (config_id, at)
  join core.config_items as items on items.id = told.config_id
  order by told.config_id
  on conflict (config_id) do update set change_at = excluded.change_at, stored_at = excluded.stored_at
  where lags.change_at < excluded.change_at`

/**
 * Writes how long the newest changes took from when they happened to now.
 * @param newest when the newest change happened that a source gave a time, by item
 */
export async function writeLags(
  client: ClientBase,
  scraperId: string | null,
  newest: ReadonlyMap<string, Date>,
  now: Date,
): Promise<void> {
  if (newest.size === 0) return
  await client.query(writeItemLags(newest, now))
  const last = [...newest.values()].reduce((one, other) => (one > other ? one : other))
  if (scraperId === null) return
  await tablesOn(client)
    .insertInto('core.scraper_lags')
    .values({ scraper_id: scraperId, change_at: last, stored_at: now })
    .onConflict((conflict) =>
      conflict
        .column('scraper_id')
        .doUpdateSet({ change_at: last, stored_at: now })
        .where('core.scraper_lags.change_at', '<', last),
    )
    .execute()
}
