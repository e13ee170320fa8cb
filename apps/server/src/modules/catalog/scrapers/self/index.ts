import { defineScraper, type RunScraper } from '@binnacle/plugin-kit/scrapers'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Configuration } from '../../../../platform/configuration.ts'
import { scraperType, type ScraperType } from '../../scraper-spec/scraper-types.ts'
import { scrapeHost } from './host.ts'
import { scrapeProduct } from './product.ts'

/** Source of the scraper that the product has of itself. Nobody edits it. */
export const SYSTEM_SOURCE = 'system'

/** Settings that people may read: those that hold neither secrets nor accounts. */
const shown = [
  'role',
  'host',
  'port',
  'publicUrl',
  'logLevel',
  'mode',
  'watchSelf',
  'execChecks',
  'canaryFolders',
] as const

function settingsOf(configuration: Configuration): Record<string, string | number | boolean> {
  const all: Readonly<Record<string, unknown>> = { ...configuration }
  return Object.fromEntries(
    shown.flatMap((key) => {
      const value = all[key]
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[key, value]]
        : []
    }),
  )
}

const scraper = defineScraper<unknown>({
  type: 'self',
  title: 'Binnacle',
  description: 'The product itself and its machine.',
  icon: 'binnacle',
  schema: z.strictObject({}),
  example: {},
  timeoutMilliseconds: 60_000,
  concurrency: 1,
})

/** The type of the scraper that the product has of itself: its parts are no one else's to read. */
export function selfType({ pool, configuration }: { pool: Pool; configuration: Configuration }): ScraperType {
  const run: RunScraper = async function* () {
    yield* scrapeHost()
    yield* scrapeProduct(pool, settingsOf(configuration))
    yield { kind: 'complete' }
  }
  return scraperType(scraper, run, false)
}
