import type { ClientBase } from 'pg'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { schedule } from '../../../platform/specs/runs.ts'
import { saveSpec, type SpecInput } from '../../../platform/specs/save.ts'
import { parseScraperSchedule } from '../scraper-spec/schedule.ts'
import type { ParsedScraper, ScraperMetadata } from '../scraper-spec/scraper.ts'
import type { ScraperTypes } from '../scraper-spec/scraper-types.ts'
import type { ScraperPayload } from './job.ts'
import { scraperTable } from './table.ts'

/**
 * Stores a scraper in the transaction of the caller. A new or changed one runs at once, unless it runs only by hand.
 * @returns its id
 */
export async function saveScraper(
  client: ClientBase,
  dependencies: { types: ScraperTypes; secrets: Secrets; now: Date; job: DefinedJob<ScraperPayload> },
  input: SpecInput<ScraperMetadata, ParsedScraper>,
): Promise<string> {
  const { metadata, spec } = input
  const { name, namespace, description = null } = metadata
  const { id, changed } = await saveSpec(client, { ...dependencies, table: scraperTable }, input, {
    name,
    namespace,
    description,
    follows: spec.entries.some((entry) => entry.type.definition.follows?.(entry.spec) === true),
  })
  if (!changed) return id
  const parsed = parseScraperSchedule(spec.schedule)
  const due = parsed.ok && parsed.value !== undefined ? dependencies.now : null
  await schedule(client, scraperTable, dependencies.job, id, due)
  return id
}
