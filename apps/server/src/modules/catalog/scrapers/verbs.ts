import { isDeepStrictEqual } from 'node:util'
import type { EditableScraper } from '@binnacle/contract/catalog'
import { isEditableSource, LOCAL_AGENT_ID, UI_SOURCE } from '@binnacle/contract/core'
import type { SpecProblem } from '@binnacle/contract/health'
import type { ClientBase, Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { DefinedJob } from '../../../platform/jobs/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { readWrittenSpec, type WrittenSpec } from '../../../platform/specs/read-spec.ts'
import { specRefusal } from '../../../platform/specs/refuse.ts'
import type { StoredSpec } from '../../../platform/specs/restore-secrets.ts'
import { maskSpec, maskText } from '../../../platform/specs/stored-spec.ts'
import { writeSpecText } from '../../../platform/specs/text.ts'
import type { ParsedScraper, ScraperMetadata, ScraperParser } from '../scraper-spec/scraper.ts'
import type { ScraperPayload } from './job.ts'
import { removeScraper } from './remove.ts'
import { saveScraper } from './save.ts'

export interface ScraperDependencies {
  pool: Pool
  parser: ScraperParser
  secrets: Secrets
  clock: Clock
  job: DefinedJob<ScraperPayload>
}

/** The request that creates or changes a scraper. */
export type ScraperBody = ScraperMetadata &
  WrittenSpec & {
    /** The revision that the client changed. A save fails if the stored revision differs. */
    revision?: string | undefined
  }

/** Options of a new scraper besides its content. */
interface NewScraper {
  id?: string | undefined
  /** Null if an API client creates it without naming a source. */
  source: typeof UI_SOURCE | null
}

interface ScraperRow extends Omit<
  EditableScraper,
  'text' | 'created_at' | 'updated_at' | 'error_at' | 'due_at' | 'complete_at' | 'items' | 'held'
> {
  text: string | null
  created_at: Date
  updated_at: Date
  error_at: Date | null
  due_at: Date | null
  complete_at: Date | null
}

const findRow = `
  select id, agent_id, name, namespace, description, source, spec, text, revision, error, error_at, due_at, complete_at,
    created_by, created_at, updated_at
  from core.config_scrapers where id = $1 and deleted_at is null`

async function requireScraper(client: ClientBase | Pool, id: string, lock = ''): Promise<ScraperRow> {
  const { rows } = await client.query<ScraperRow>(`${findRow} ${lock}`, [id])
  const [row] = rows
  if (row === undefined) throw new RequestError('ENOTFOUND', 'There is no scraper with this id')
  return row
}

/** What a scraper has in the catalog: its items, and the deletions that a brake holds. */
async function findYield(pool: Pool, id: string): Promise<Pick<EditableScraper, 'items' | 'held'>> {
  const { rows } = await pool.query<Pick<EditableScraper, 'items' | 'held'>>(
    `select
       (select count(*)::integer from core.config_items where scraper_id = $1 and deleted_at is null) as items,
       coalesce((
         select jsonb_agg(
           jsonb_build_object('type', type, 'count', cardinality(config_ids), 'total', total, 'held_at', held_at) order by type
         )
         from core.scrape_held_deletions where scraper_id = $1
       ), '[]') as held`,
    [id],
  )
  return rows[0] ?? { items: 0, held: [] }
}

function requireEditable({ source }: ScraperRow): void {
  if (!isEditableSource(source))
    throw new RequestError('ECONFLICT', 'This scraper belongs to Binnacle itself and cannot be changed')
}

/** Refuses a name that is taken. Concurrent requests for one name wait for each other. */
async function refuseTaken(
  client: ClientBase,
  { name, namespace }: ScraperMetadata,
  except?: string,
): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('scraper ' || $1 || '/' || $2, 0))`, [
    namespace,
    name,
  ])
  const { rows } = await client.query(
    `select from core.config_scrapers
     where agent_id = $1 and name = $2 and namespace = $3 and coalesce(source, $4) = $4 and deleted_at is null
       and id is distinct from $5`,
    [LOCAL_AGENT_ID, name, namespace, UI_SOURCE, except ?? null],
  )
  if (rows.length > 0)
    throw new RequestError('ECONFLICT', `There is a scraper named ${namespace}/${name} already`, [
      { path: 'name', message: 'is taken in this namespace' },
    ])
}

const iso = (time: Date | null) => time?.toISOString() ?? null

/** The verbs on scrapers. Routes check permissions before they call them. */
export function createScraperVerbs(parts: ScraperDependencies) {
  const { pool, parser, secrets, clock } = parts
  const { types } = parser

  const read = (written: WrittenSpec, stored: StoredSpec | undefined) =>
    readWrittenSpec(
      {
        types,
        parser,
        secrets,
        ifTooLarge: 'split it into several scrapers',
        canonical: parser.canonical,
        parse: (spec) => parser.parse(spec),
      },
      written,
      stored,
    )

  /** @throws RequestError with all problems; paths start with `spec` */
  async function requireSpec(written: WrittenSpec, stored?: StoredSpec): Promise<ParsedScraper> {
    const spec = await read(written, stored)
    if (spec.ok) return spec.value
    throw specRefusal('scraper', spec.failure)
  }

  async function show(row: ScraperRow): Promise<EditableScraper> {
    const spec = maskSpec(types, row.spec)
    const opened = row.text === null ? undefined : secrets.unseal(row.text)
    return {
      ...row,
      ...(await findYield(pool, row.id)),
      spec,
      text: opened?.ok === true ? opened.value : await writeSpecText(parser, spec),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      error_at: iso(row.error_at),
      due_at: iso(row.due_at),
      complete_at: iso(row.complete_at),
    }
  }

  /** Keeps the stored text, with its comments, if the new value means the same. */
  function keptText(stored: ScraperRow, spec: ParsedScraper): string | undefined {
    const opened = stored.text === null ? undefined : secrets.unseal(stored.text)
    if (opened?.ok !== true) return undefined
    return isDeepStrictEqual(maskSpec(types, spec.input), maskSpec(types, stored.spec))
      ? opened.value
      : undefined
  }

  const save = { types, secrets, job: parts.job }

  async function createIn(
    client: ClientBase,
    body: ScraperBody,
    actor: Actor,
    { id, source }: NewScraper,
  ): Promise<string> {
    const { spec: value, text, revision: _, ...metadata } = body
    const spec = await requireSpec({ spec: value, text })
    await refuseTaken(client, metadata)
    return saveScraper(
      client,
      { ...save, now: clock.now() },
      {
        newId: id,
        metadata,
        spec,
        text: text === undefined ? undefined : await maskText(types, parser, text, spec.input),
        source,
        createdBy: actor.personId,
        by: actor,
      },
    )
  }

  async function replaceIn(client: ClientBase, id: string, body: ScraperBody, actor: Actor): Promise<void> {
    const stored = await requireScraper(client, id, 'for update')
    requireEditable(stored)
    const { spec: value, text, revision, ...metadata } = body
    if (revision !== undefined && revision !== stored.revision)
      throw new RequestError('ECONFLICT', 'This scraper was changed since you opened it', [
        { path: 'revision', message: 'is not the present one' },
      ])
    const spec = await requireSpec(
      { spec: value, text },
      { spec: stored.spec, isMoved: stored.namespace !== body.namespace },
    )
    await refuseTaken(client, metadata, id)
    await saveScraper(
      client,
      { ...save, now: clock.now() },
      {
        id,
        metadata,
        spec,
        text: text === undefined ? keptText(stored, spec) : await maskText(types, parser, text, spec.input),
        source: stored.source,
        createdBy: stored.created_by,
        by: actor,
      },
    )
  }

  async function removeIn(client: ClientBase, id: string, actor: Actor): Promise<void> {
    requireEditable(await requireScraper(client, id, 'for update'))
    await removeScraper(client, { now: clock.now(), by: actor }, id)
  }

  return {
    get: async (id: string): Promise<EditableScraper> => show(await requireScraper(pool, id)),

    /** Validates a draft spec without saving it. The stored secrets of its scraper replace masks. */
    async validate(written: WrittenSpec, id: string | undefined): Promise<SpecProblem[]> {
      const stored = id === undefined ? undefined : await requireScraper(pool, id)
      const spec = await read(written, stored)
      return spec.ok ? [] : spec.failure
    },

    /** Parses a draft spec for a preview, and returns it with its scraper. */
    async read(written: WrittenSpec, id: string | undefined) {
      const stored = id === undefined ? undefined : await requireScraper(pool, id)
      return { spec: await requireSpec(written, stored), scraper: stored }
    },

    async create(body: ScraperBody, actor: Actor): Promise<EditableScraper> {
      const id = await inTransaction(pool, (client) => createIn(client, body, actor, { source: UI_SOURCE }))
      return show(await requireScraper(pool, id))
    },

    async replace(id: string, body: ScraperBody, actor: Actor): Promise<EditableScraper> {
      await inTransaction(pool, (client) => replaceIn(client, id, body, actor))
      return show(await requireScraper(pool, id))
    },

    remove: (id: string, actor: Actor): Promise<void> =>
      inTransaction(pool, (client) => removeIn(client, id, actor)),

    /** The same verbs within the transaction of a caller. */
    within: (client: ClientBase) => ({
      /** Reads a scraper and locks it until the transaction of the caller ends. */
      async toChange(id: string) {
        const row = await requireScraper(client, id, 'for update')
        return { ...row, spec: maskSpec(types, row.spec) }
      },
      create: (body: ScraperBody, actor: Actor, made: NewScraper) => createIn(client, body, actor, made),
      replace: (id: string, body: ScraperBody, actor: Actor) => replaceIn(client, id, body, actor),
      remove: (id: string, actor: Actor) => removeIn(client, id, actor),
    }),
  }
}

export type ScraperVerbs = ReturnType<typeof createScraperVerbs>
