import { type EditableScraper, editableScraper, scraperPreview, scraperRun } from '@binnacle/contract/catalog'
import { request } from '../../../application/requests/api.ts'
import { specRequests, type StorageKind } from '../../../application/spec-editor/spec-requests.ts'

const PATH = '/api/catalog/scrapers'

/** What a scraper has besides its spec. */
export interface ScraperFields {
  name: string
  namespace: string
  description: string
}

interface ScraperValues {
  name: string
  namespace: string
  description: string | undefined
  text: string
}

/** The requests of the editor. */
export const scraperRequests = specRequests<EditableScraper, ScraperValues>({
  topic: 'config_scrapers',
  path: PATH,
  schemaName: 'scrape_config.spec.schema.json',
  answer: editableScraper,
})

/** How scrapers are edited. */
export const scraperKind: StorageKind<EditableScraper, ScraperValues, ScraperFields> = {
  requests: scraperRequests,
  storedOf: ({ id, name, namespace, description, revision, text }) => ({
    id,
    name,
    revision,
    text,
    fields: { name, namespace, description: description ?? '' },
  }),
  valuesOf: ({ fields, text }) => ({
    ...fields,
    description: fields.description === '' ? undefined : fields.description,
    text,
  }),
}

/** Runs a scraper, and waits until the run has ended. */
export function runScraper(id: string) {
  return request(`/api/run/${encodeURIComponent(id)}`, scraperRun, { method: 'POST' })
}

/** Tells what a run of a spec would do. Nothing is stored. */
export function previewScraper(
  wanted: { scraperId: string | undefined; namespace: string; text: string; replay: boolean },
  signal: AbortSignal,
) {
  return request(`${PATH}/preview`, scraperPreview, { method: 'POST', body: wanted, signal })
}
