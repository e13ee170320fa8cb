import type { ClientBase } from 'pg'
import type { Originator } from '../../../platform/audit.ts'
import type { Events } from '../../../platform/events/index.ts'
import { logged } from '../../../platform/specs/log.ts'
import { deleteItemsOfScraper } from '../store/delete.ts'
import { scraperTable } from './table.ts'

const lock = 'select from core.config_scrapers where id = $1 for update'

const remove = `
  with gone as (
    update core.config_scrapers set deleted_at = $2, due_at = null where id = $1 and deleted_at is null returning id
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
  await client.query(lock, [id])
  await logged(client, scraperTable, by, [id], async () => {
    await client.query(remove, [id, now])
    await deleteItemsOfScraper(client, events, now, id)
  })
}
