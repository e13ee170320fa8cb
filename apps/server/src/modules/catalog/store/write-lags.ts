import type { ClientBase } from 'pg'

// In the order of the ids, so that two runs wait for each other and never stop each other.
const writeItemLags = `
  insert into core.config_item_lags as lags (config_id, change_at, stored_at)
  select told.config_id, told.at, $3 from unnest($1::uuid[], $2::timestamptz[]) as told (config_id, at)
  join core.config_items as items on items.id = told.config_id
  order by told.config_id
  on conflict (config_id) do update set change_at = excluded.change_at, stored_at = excluded.stored_at
  where lags.change_at < excluded.change_at`

const writeScraperLag = `
  insert into core.scraper_lags as lags (scraper_id, change_at, stored_at) values ($1, $2, $3)
  on conflict (scraper_id) do update set change_at = excluded.change_at, stored_at = excluded.stored_at
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
  await client.query(writeItemLags, [[...newest.keys()], [...newest.values()], now])
  const last = [...newest.values()].reduce((one, other) => (one > other ? one : other))
  if (scraperId !== null) await client.query(writeScraperLag, [scraperId, last, now])
}
