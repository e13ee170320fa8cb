import type { Columns } from '../../../platform/database/columns.ts'
import { type Result, succeed } from '@binnacle/contract/core'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { openSpec } from '../../../platform/specs/stored-spec.ts'
import type { ScraperParser } from '../scraper-spec/scraper.ts'
import type { RunnableScraper } from './scrape.ts'

const columns = ['id', 'agent_id', 'name', 'namespace', 'spec', 'complete_at', 'revision'] as const

type StoredScraper = Columns<'core.config_scrapers', (typeof columns)[number]>

/** A scraper in use. */
export function findScraper(connection: Connection, id: string): Promise<StoredScraper | undefined> {
  return tablesOn(connection)
    .selectFrom('core.config_scrapers')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Makes a stored scraper ready to run. @returns why it cannot run, if it cannot */
export async function openScraper(
  { id, agent_id: agentId, name, namespace, spec, complete_at: completeAt, revision }: StoredScraper,
  { parser, secrets }: { parser: ScraperParser; secrets: Secrets },
): Promise<Result<RunnableScraper, string>> {
  const parsed = await openSpec(parser, secrets, spec)
  if (!parsed.ok) return parsed
  return succeed({
    id,
    agentId,
    revision,
    name,
    namespace,
    spec: parsed.value,
    ages: parsed.value.ages,
    lastComplete: completeAt ?? undefined,
  })
}
