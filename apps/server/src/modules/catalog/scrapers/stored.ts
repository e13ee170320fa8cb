import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { ClientBase, Pool } from 'pg'
import type { Secrets } from '../../../platform/secrets.ts'
import { mapSpecSecrets } from '../../../platform/specs/types.ts'
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

/** Opens the secrets of a stored spec. @returns why one cannot be read, if one cannot */
export function openSpec(
  { types }: Pick<ScraperParser, 'types'>,
  secrets: Secrets,
  spec: Readonly<Record<string, unknown>>,
): Result<Record<string, unknown>, string> {
  let failure: string | undefined
  const plain = mapSpecSecrets(types, spec, (sealed) => {
    const opened = secrets.unseal(sealed)
    if (opened.ok) return opened.value
    failure = opened.failure
    return ''
  })
  return failure === undefined ? succeed(plain) : fail(failure)
}

/** Makes a stored scraper ready to run. @returns why it cannot run, if it cannot */
export async function openScraper(
  { id, agent_id: agentId, name, namespace, spec, complete_at: completeAt, revision }: StoredScraper,
  { parser, secrets }: { parser: ScraperParser; secrets: Secrets },
): Promise<Result<RunnableScraper, string>> {
  const plain = openSpec(parser, secrets, spec)
  if (!plain.ok) return plain
  const parsed = await parser.parse(plain.value, true)
  if (!parsed.ok) {
    const [first] = parsed.failure
    return fail(`the stored spec is not valid any more: ${first?.path ?? ''}: ${first?.message ?? ''}`)
  }
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
