import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { createSpecWriter } from '../../../platform/specs/writer.ts'
import { scraperMetadata } from '../scraper-spec/scraper.ts'
import type { ScraperVerbs } from './verbs.ts'

const shape = scraperMetadata.extend({ spec: z.unknown() })

/** Handles writes of scrapers through the data service with the verbs of the API. */
export function createScraperWriter(scrapers: ScraperVerbs): Writer<Actor> {
  return createSpecWriter({ noun: 'scraper', shape }, (client) => scrapers.within(client))
}
