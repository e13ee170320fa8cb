import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import type { Originator } from '../../../platform/audit.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Events } from '../../../platform/events/index.ts'
import { logged } from '../../../platform/specs/log.ts'
import { deleteItemsOfScraper } from '../store/retention/delete.ts'
import { scraperTable } from './table.ts'

const remove = (id: string, now: Date) => sql`
  with gone as (
    update core.config_scrapers set deleted_at = ${now}, due_at = null
    where id = ${id} and deleted_at is null returning id
  ),
  follows as (delete from core.scraper_follows where scraper_id in (select id from gone)),
  pages as (delete from core.scrape_pages where scraper_id in (select id from gone)),
  expired as (delete from core.config_item_expired where scraper_id in (select id from gone))
  delete from core.scrape_held_deletions where scraper_id in (select id from gone)`

/** Takes a scraper out of use, and what it found with it. The history of items stays until retention deletes it. */
export async function removeScraper(
  client: ClientBase,
  { events, now, by }: { events: Events; now: Date; by: Originator },
  id: string,
): Promise<void> {
  await tablesOn(client)
    .selectFrom('core.config_scrapers')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()
  await logged(client, scraperTable, by, [id], async () => {
    await client.query(remove(id, now))
    await deleteItemsOfScraper(client, events, now, id)
  })
}
