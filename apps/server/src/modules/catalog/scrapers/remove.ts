import type { ClientBase } from 'pg'
import type { Originator } from '../../../platform/audit.ts'
import { logged } from '../../../platform/specs/log.ts'
import { scraperTable } from './table.ts'

const statement = `
  with gone as (
    update core.config_scrapers set deleted_at = $2, due_at = null where id = $1 and deleted_at is null returning id
  ),
  follows as (delete from core.scraper_follows where scraper_id in (select id from gone)),
  pages as (delete from core.scrape_pages where scraper_id in (select id from gone)),
  expired as (delete from core.config_item_expired where scraper_id in (select id from gone)),
  held as (delete from core.scrape_held_deletions where scraper_id in (select id from gone))
  update core.config_items set deleted_at = $2, delete_reason = 'SCRAPER_DELETED'
  where scraper_id in (select id from gone) and deleted_at is null and not manual`

/** Takes a scraper out of use, and what it found with it. The history of items stays until retention deletes it. */
export async function removeScraper(
  client: ClientBase,
  { now, by }: { now: Date; by: Originator },
  id: string,
): Promise<void> {
  await logged(client, scraperTable, by, [id], () => client.query(statement, [id, now]))
}
