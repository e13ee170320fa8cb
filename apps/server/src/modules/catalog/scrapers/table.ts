import type { ColumnType } from 'kysely'
import type { KnownTable } from '../../../platform/database/columns.ts'
import type { SpecTable } from '../../../platform/specs/log.ts'

/** The table of scrapers, with what is known of their specs. */
export interface ScraperTables {
  'core.config_scrapers': KnownTable<
    'core.config_scrapers',
    { spec: ColumnType<Record<string, unknown>, string, string> }
  >
}

export const scraperTable: SpecTable = {
  name: 'core.config_scrapers',
  resource: 'config_scrapers',
  logged: ['name', 'namespace', 'description'],
}
