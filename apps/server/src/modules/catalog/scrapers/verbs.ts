import type { EditableScraper } from '@binnacle/contract/catalog'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Clock } from '../../../platform/clock.ts'
import { type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { createSpecVerbs, specColumns } from '../../../platform/specs/verbs.ts'
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

const inUse = (connection: Connection) =>
  tablesOn(connection).selectFrom('core.config_scrapers').where('deleted_at', 'is', null)

const find = (connection: Connection, id: string) =>
  inUse(connection)
    .select(specColumns)
    .select(['namespace', 'description', 'error', 'error_at', 'due_at', 'complete_at'])
    .where('id', '=', id)

const iso = (time: Date | null) => time?.toISOString() ?? null

/** What a scraper has in the catalog: its items, the deletions that a brake holds, and when it found anything last. */
async function findYield(
  pool: Pool,
  id: string,
): Promise<Pick<EditableScraper, 'items' | 'held' | 'read_at'>> {
  const { rows } = await pool.query<Pick<EditableScraper, 'items' | 'held'> & { read_at: Date | null }>(sql`
    select
      (select count(*) from core.config_items where scraper_id = ${id} and deleted_at is null) as items,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('type', type, 'count', cardinality(config_ids), 'total', total, 'held_at', held_at) order by type
        )
        from core.scrape_held_deletions where scraper_id = ${id}
      ), '[]') as held,
      (
        select started_at from core.scrape_runs
        where scraper_id = ${id} and state in ('published', 'held')
          and exists (
            select from jsonb_each(counts || coalesce(counts -> 'changes', '{}')) as found (name, count)
            where found.count <> '0'
              and found.name in ('added', 'updated', 'unchanged', 'restored', 'stored', 'grouped', 'insights', 'costs')
          )
        order by started_at desc limit 1
      ) as read_at`)
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
      resource: 'config_scrapers',
      metadata: scraperMetadata,
      parser,
      find,
      named: (connection, { name, namespace }) =>
        inUse(connection)
          .select('id')
          .where('agent_id', '=', LOCAL_AGENT_ID)
          .where('name', '=', name)
          .where('namespace', '=', namespace)
          .where(({ fn }) => fn.coalesce('source', fragment.lit(UI_SOURCE)), '=', UI_SOURCE),
      requireEditable({ source }) {
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
