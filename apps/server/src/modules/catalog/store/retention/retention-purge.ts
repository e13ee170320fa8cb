import sql, { type Sql } from 'sql-template-tag'

/**
 * A statement that purges deleted items, and keeps what tells those again that were deleted for their age.
 * @param choice SQL that selects the `id` of the items
 */
export const purging = (choice: Sql): Sql => sql`
  with chosen as (${choice}),
  kept as (
    insert into core.config_item_expired (config_id, scraper_id, created_at, updated_at, config_hash, shown_at)
    select items.id, items.scraper_id, items.created_at, items.updated_at, bodies.hash, now()
    from chosen
    join core.config_items as items on items.id = chosen.id and items.delete_reason = 'RETENTION'
    join core.config_scrapers as scrapers on scrapers.id = items.scraper_id and scrapers.deleted_at is null
    left join core.config_item_bodies as bodies on bodies.config_id = items.id
    on conflict (config_id) do update
    set scraper_id = excluded.scraper_id, created_at = excluded.created_at, updated_at = excluded.updated_at,
      config_hash = excluded.config_hash, shown_at = excluded.shown_at
  )
  delete from core.config_items using chosen where config_items.id = chosen.id`
