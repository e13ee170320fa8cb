import type { EditableScraper } from '@binnacle/contract/catalog'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { createSpecVerbs } from '../../../platform/specs/verbs.ts'
import { scraperMetadata, type ScraperParser } from '../scraper-spec/scraper.ts'
import type { ScraperPayload } from './job.ts'
import { removeScraper } from './remove.ts'
import { saveScraper } from './save.ts'

export interface ScraperDependencies {
  pool: Pool
  parser: ScraperParser
  secrets: Secrets
  clock: Clock
  job: DefinedJob<ScraperPayload>
  events: Events
}

type Times = 'created_at' | 'updated_at' | 'error_at' | 'due_at' | 'complete_at'

type ScraperRow = Omit<EditableScraper, 'text' | 'items' | 'held' | 'read_at' | Times> & {
  text: string | null
  created_at: Date
  updated_at: Date
  error_at: Date | null
  due_at: Date | null
  complete_at: Date | null
}

const find = `
  select id, agent_id, name, namespace, description, source, spec, text, revision, error, error_at, due_at, complete_at,
    created_by, created_at, updated_at
  from core.config_scrapers where id = $1 and deleted_at is null`

const named = `
  select id from core.config_scrapers
  where agent_id = $1 and name = $2 and namespace = $3 and coalesce(source, $4) = $4 and deleted_at is null`

const iso = (time: Date | null) => time?.toISOString() ?? null

/** What a scraper has in the catalog: its items, the deletions that a brake holds, and when it found anything last. */
async function findYield(
  pool: Pool,
  id: string,
): Promise<Pick<EditableScraper, 'items' | 'held' | 'read_at'>> {
  const { rows } = await pool.query<Pick<EditableScraper, 'items' | 'held'> & { read_at: Date | null }>(
    `select
       (select count(*)::integer from core.config_items where scraper_id = $1 and deleted_at is null) as items,
       coalesce((
         select jsonb_agg(
           jsonb_build_object('type', type, 'count', cardinality(config_ids), 'total', total, 'held_at', held_at) order by type
         )
         from core.scrape_held_deletions where scraper_id = $1
       ), '[]') as held,
       (
         select started_at from core.scrape_runs
         where scraper_id = $1 and state in ('published', 'held')
           and exists (
             select from jsonb_each(counts || coalesce(counts -> 'changes', '{}')) as found (name, count)
             where found.count <> '0'
               and found.name in ('added', 'updated', 'unchanged', 'restored', 'stored', 'grouped', 'insights', 'costs')
           )
         order by started_at desc limit 1
       ) as read_at`,
    [id],
  )
  const [found] = rows
  return found === undefined
    ? { items: 0, held: [], read_at: null }
    : { ...found, read_at: iso(found.read_at) }
}

/** The verbs on scrapers. Routes check permissions before they call them. */
export function createScraperVerbs({ pool, parser, secrets, clock, job, events }: ScraperDependencies) {
  return createSpecVerbs(
    { pool, secrets },
    {
      noun: 'scraper',
      plural: 'scrapers',
      metadata: scraperMetadata,
      parser,
      find,
      named: ({ name, namespace }) => ({
        text: named,
        values: [LOCAL_AGENT_ID, name, namespace, UI_SOURCE],
      }),
      requireEditable({ source }: ScraperRow) {
        if (!isEditableSource(source))
          throw new RequestError('ECONFLICT', 'This scraper belongs to Binnacle itself and cannot be changed')
      },
      save: (client, input) =>
        saveScraper(client, { types: parser.types, secrets, job, now: clock.now() }, input),
      remove: (client, id, by) => removeScraper(client, { events, now: clock.now(), by }, id),
      show: async (row, shown): Promise<EditableScraper> => ({
        ...row,
        ...(await findYield(pool, row.id)),
        ...shown,
        error_at: iso(row.error_at),
        due_at: iso(row.due_at),
        complete_at: iso(row.complete_at),
      }),
    },
  )
}

export type ScraperVerbs = ReturnType<typeof createScraperVerbs>
