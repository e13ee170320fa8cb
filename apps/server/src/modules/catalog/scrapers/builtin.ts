import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Platform } from '../../../platform/platform.ts'
import { scraperMetadata } from '../scraper-spec/scraper.ts'
import { removeScraper } from './remove.ts'
import { saveScraper } from './save.ts'
import { SYSTEM_SOURCE } from './self/index.ts'
import type { ScraperDependencies } from './verbs.ts'

/** How often the product looks at itself. */
const SCHEDULE = '@every 5m'

/** Saves the scraper of the product itself, or removes it where it is not wanted. */
export async function keepBuiltinScraper(
  { configuration, alone }: Pick<Platform, 'configuration' | 'alone'>,
  { pool, parser, secrets, clock, job, events }: ScraperDependencies,
): Promise<void> {
  const parsed = await parser.parse({ schedule: SCHEDULE, self: [{}] }, true)
  if (!parsed.ok) throw new Error(`the built-in scraper is not valid: ${JSON.stringify(parsed.failure)}`)
  await inTransaction(pool, async (client) => {
    const known = await tablesOn(client)
      .selectFrom('core.config_scrapers')
      .select('id')
      .where('source', '=', SYSTEM_SOURCE)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const now = clock.now()
    // Processes that share a database run on different machines.
    if (!configuration.watchSelf || !alone) {
      if (known !== undefined && !configuration.watchSelf)
        await removeScraper(client, { events, now, by: SYSTEM_SOURCE }, known.id)
      return
    }
    const metadata = scraperMetadata.parse({
      name: 'binnacle',
      namespace: 'binnacle',
      description: 'Binnacle itself and the machine on which it runs.',
    })
    await saveScraper(
      client,
      { types: parser.types, secrets, now, job },
      {
        ...(known === undefined ? {} : { id: known.id }),
        metadata,
        spec: parsed.value,
        source: SYSTEM_SOURCE,
        createdBy: null,
        by: SYSTEM_SOURCE,
      },
    )
  })
}
