import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import type { Pool } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ParsedEntry } from '../scraper-spec/scraper.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Characters of one page, before it is compressed. */
const PAGE_CHARACTERS = 1_000_000
/** Characters of all pages of a scraper. A source that has more cannot be replayed whole. */
const MOST_CHARACTERS = 100_000_000
/** Most bytes of a page after decompression. */
const MOST_PAGE_BYTES = 400_000_000

const timeKeys = new Set(['createdAt', 'deletedAt', 'at'])

/** Times of what was scraped are at its top, so that nothing in documents is taken for one. */
function revived(value: unknown): ScrapeOutput | undefined {
  if (!isRecord(value) || typeof value['kind'] !== 'string') return undefined
  const read: unknown = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      timeKeys.has(key) && typeof item === 'string' ? new Date(item) : item,
    ]),
  )
  return isScraped(read) ? read : undefined
}

const kinds = new Set(['item', 'change', 'insight', 'cost', 'deletion', 'complete', 'fault'])

/** What was sealed here was written here, so its kind says enough. */
function isScraped(value: unknown): value is ScrapeOutput {
  return isRecord(value) && kinds.has(String(value['kind']))
}

interface Storage {
  pool: Pool
  secrets: Secrets
}

/** Keeps what a run reads from its sources, sealed, so that an edited spec can be tried without asking them again. */
export function createPageWriter({ pool, secrets }: Storage, scraperId: string, runId: string) {
  const tables = tablesOn(pool)
  let lines: string[] = []
  let length = 0
  let total = 0
  let number = 0

  async function write(): Promise<void> {
    if (lines.length === 0) return
    const text = lines.join('\n')
    lines = []
    length = 0
    const body = secrets.sealBytes(await compress(Buffer.from(text, 'utf8')))
    await tables
      .insertInto('core.scrape_pages')
      .values({ scraper_id: scraperId, number, run_id: runId, body })
      .onConflict((conflict) =>
        conflict.columns(['scraper_id', 'number']).doUpdateSet((expressions) => ({
          run_id: expressions.ref('excluded.run_id'),
          body: expressions.ref('excluded.body'),
        })),
      )
      .execute()
    number += 1
  }
  return {
    async add({ place }: ParsedEntry, scraped: ScrapeOutput): Promise<void> {
      if (total > MOST_CHARACTERS) return
      const line = JSON.stringify([place, scraped])
      lines.push(line)
      length += line.length
      total += line.length
      if (length >= PAGE_CHARACTERS) await write()
    },
    /** Writes the rest, and forgets the pages of earlier runs. */
    async end(): Promise<void> {
      await write()
      await tables
        .deleteFrom('core.scrape_pages')
        .where('scraper_id', '=', scraperId)
        .where('run_id', '<>', runId)
        .execute()
    },
  }
}

/**
 * What an entry found in the last run.
 * @returns what yields it; a fault if nothing of the entry is kept
 */
export function pageReader({ pool, secrets }: Storage, scraperId: string) {
  return async function* replay({ place }: Pick<ParsedEntry, 'place'>): AsyncGenerator<ScrapeOutput> {
    const pages = tablesOn(pool).selectFrom('core.scrape_pages').where('scraper_id', '=', scraperId)
    const rows = await pages
      .select('number')
      .where('run_id', '=', pages.select('run_id').where('number', '=', 0))
      .orderBy('number')
      .execute()
    let found = 0
    for (const { number } of rows) {
      const row = await pages.select('body').where('number', '=', number).executeTakeFirst()
      const opened = row === undefined ? undefined : secrets.unsealBytes(row.body)
      if (opened?.ok !== true) {
        yield { kind: 'fault', message: `${place}: what the last run read cannot be opened` }
        return
      }
      const text = (await decompress(opened.value, { maxOutputLength: MOST_PAGE_BYTES })).toString('utf8')
      for (const line of text.split('\n')) {
        const read: unknown = JSON.parse(line)
        if (!Array.isArray(read) || read[0] !== place) continue
        const scraped = revived(read[1])
        if (scraped === undefined) continue
        found += 1
        yield scraped
      }
    }
    if (found === 0)
      yield {
        kind: 'fault',
        message: `${place}: the last run kept nothing of it; look at its source instead`,
      }
  }
}
