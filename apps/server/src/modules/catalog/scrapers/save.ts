import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { ClientBase } from 'pg'
import type { Originator } from '../../../platform/audit.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import { revisionOf } from '../../../platform/revision.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { sealSpec } from '../../../platform/specs/stored-spec.ts'
import { parseScraperSchedule } from '../scraper-spec/schedule.ts'
import type { ParsedScraper, ScraperMetadata } from '../scraper-spec/scraper.ts'
import type { ScraperTypes } from '../scraper-spec/scraper-types.ts'
import { schedule, type ScraperPayload } from './job.ts'
import { logScraper, scraperSnapshot } from './log.ts'

/** A parsed scraper to store, with decrypted secrets. */
export interface ScraperInput {
  /** Id of the scraper to change. Default: a new scraper is stored. */
  id?: string
  /** Id for a new scraper, if the client chose one. */
  newId?: string | undefined
  metadata: ScraperMetadata
  spec: ParsedScraper
  /** The typed spec without secrets, if it came as text. */
  text?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: string | null
  createdBy: string | null
  /** Author of the change, for the audit log. */
  by: Originator
}

const insertScraper = `
  insert into core.config_scrapers
    (id, agent_id, name, namespace, description, spec, revision, text, follows, source, created_by)
  values (coalesce($1::uuid, core.new_id()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning id`

const updateScraper = `
  update core.config_scrapers set
    name = $2, namespace = $3, description = $4, spec = $5, revision = $6, text = $7, follows = $8
  where id = $1 and deleted_at is null and revision <> $6
  returning id`

/**
 * Stores a scraper in the transaction of the caller. A new or changed one runs at once, unless it runs only by hand.
 * @returns its id
 */
export async function saveScraper(
  client: ClientBase,
  parts: { types: ScraperTypes; secrets: Secrets; now: Date; job: DefinedJob<ScraperPayload> },
  input: ScraperInput,
): Promise<string> {
  const { types, secrets, now, job } = parts
  const { metadata, spec, text, source, createdBy } = input
  const { name, namespace, description } = metadata
  const revision = revisionOf(secrets, [metadata, spec.input, text ?? null])
  const before = await scraperSnapshot(client, input.id)
  const values = [
    name,
    namespace,
    description ?? null,
    sealSpec(types, secrets, spec.input),
    revision,
    text === undefined ? null : secrets.seal(text),
    spec.entries.some((entry) => entry.type.definition.follows?.(entry.spec) === true),
  ]
  const written =
    input.id === undefined
      ? await client.query<{ id: string }>(insertScraper, [
          input.newId ?? null,
          LOCAL_AGENT_ID,
          ...values,
          source,
          createdBy,
        ])
      : await client.query<{ id: string }>(updateScraper, [input.id, ...values])
  const id = written.rows[0]?.id
  if (id === undefined) return input.id ?? ''
  const parsed = parseScraperSchedule(spec.schedule)
  await schedule(client, job, id, parsed.ok && parsed.value !== undefined ? now : null)
  await logScraper(client, input.by, id, before)
  return id
}
