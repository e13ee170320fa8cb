import { editableScraper, scraperPreview, scraperRun } from '@binnacle/contract/catalog'
import { specProblems } from '@binnacle/contract/health'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../../application/requests/api.ts'

const PATH = '/api/catalog/scrapers'
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

// The first part of each query key is its live topic: a change of the topic reloads the query.

/** The key of a scraper in the cache. */
export const scraperKey = (id: string) => ['config_scrapers', 'detail', id] as const

/** Loads a scraper with its spec, in which secrets are masked. */
export function loadScraper(id: string, signal?: AbortSignal) {
  return request(pathOf(id), editableScraper, signal === undefined ? {} : { signal })
}

/** The schema of a spec: what forms, completion and explanations are made from. */
export const specSchemaQuery = queryOptions({
  queryKey: ['scraper-schema'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    request('/api/schemas/scrape_config.spec.schema.json', z.record(z.string(), z.unknown()), { signal }),
})

/** Finds what is wrong with a spec, without saving it. */
export function validateSpec(id: string | undefined, text: string, signal: AbortSignal) {
  return request(`${PATH}/validate`, specProblems, { method: 'POST', body: { id, text }, signal })
}

/** What is saved of a scraper. */
export interface ScraperValues {
  name: string
  namespace: string
  description: string | undefined
  text: string
}

/** Makes a scraper, which runs at once. */
export function createScraper(values: ScraperValues) {
  return request(PATH, editableScraper, { method: 'POST', body: values })
}

/** Changes a scraper, unless it is another version than the one that was opened. */
export function updateScraper(id: string, revision: string, values: ScraperValues) {
  return request(pathOf(id), editableScraper, { method: 'PUT', body: { ...values, revision } })
}

/** Takes a scraper and what it found out of use. */
export async function deleteScraper(id: string): Promise<void> {
  await request(pathOf(id), z.object({ id: z.string() }), { method: 'DELETE' })
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
