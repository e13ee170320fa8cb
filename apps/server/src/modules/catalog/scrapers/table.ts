import type { SpecTable } from '../../../platform/specs/log.ts'

export const scraperTable: SpecTable = {
  name: 'core.config_scrapers',
  resource: 'config_scrapers',
  logged: ['name', 'namespace', 'description'],
}
