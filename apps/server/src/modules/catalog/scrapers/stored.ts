import { type Result, succeed } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import type { Secrets } from '../../../platform/secrets.ts'
import { openSpec } from '../../../platform/specs/stored-spec.ts'
import type { ScraperParser } from '../scraper-spec/scraper.ts'
import type { RunnableScraper } from './scrape.ts'

interface StoredScraper {
  id: string
  agent_id: string
  name: string
  namespace: string
  spec: Record<string, unknown>
  complete_at: Date | null
  revision: string
}

/** A scraper in use. */
export async function findScraper(client: ClientBase | Pool, id: string): Promise<StoredScraper | undefined> {
  const { rows } = await client.query<StoredScraper>(
    `select id, agent_id, name, namespace, spec, complete_at, revision from core.config_scrapers
     where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0]
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
