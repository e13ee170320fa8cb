import type { Json } from '@binnacle/plugin-kit/core'
import type { ScrapeOutput, ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { createScraperParser, type ScraperParser } from '../scraper-spec/scraper.ts'
import { loadScraperTypes } from '../scraper-spec/scraper-types.ts'
import type { StoreInput, ItemInput } from '../store/input.ts'
import { createCompleteness } from './completeness.ts'
import { createExtractor } from './extractor.ts'
import { createMask } from './masking.ts'
import { createRuleLog } from './rules.ts'
import { createScripting } from './scripting.ts'

/** The mask that the extractor uses in tests. */
export const mask = createMask(createSecrets('a secret key of more than 32 characters'))

/** The scraper that finds the items of tests. */
export const scraper = {
  id: '11111111-1111-4111-8111-111111111111',
  agentId: '00000000-0000-0000-0000-000000000000',
}

/** A document of an order, for tests. */
export const document = {
  meta: { id: 'o-1', name: 'first', made: '2024-05-01T10:00:00Z', gone: '' },
  state: 'active',
  lines: [{ sku: 'a' }, { sku: 'b' }],
  password: 'hunter2-hunter2',
}

/** How a test extracts a document: in full mode or not, as part of which item, and followed by what. */
export interface ExtractOptions {
  full?: boolean
  scraped?: Omit<Partial<ScrapedItem>, 'kind'>
  also?: readonly ScrapeOutput[]
}

/** Starts scripts and a parser of specs for the tests of a file. @returns a function that extracts a document */
export function useExtraction() {
  const now = new Date('2026-11-23T08:00:00Z')
  const engine = createScriptEngine({ now: () => now })
  const tasks = createTaskPool()
  let parser: ScraperParser
  beforeAll(async () => {
    parser = createScraperParser(await loadScraperTypes(), tasks)
  })
  afterAll(() => Promise.all([engine.close(), tasks.close()]))

  /** Extracts a document with one entry of a spec. */
  async function extract(
    common: object,
    config: Json,
    { full = false, scraped = {}, also = [] }: ExtractOptions = {},
  ) {
    const parsed = await parser.parse({ file: [{ url: '/data', ...common }] })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
    const [entry] = parsed.value.entries
    if (entry === undefined) throw new Error('no entry')
    const rules = createRuleLog(entry.place)
    const completeness = createCompleteness(1)
    const extractor = createExtractor({
      common: entry.common,
      full,
      scraper,
      scripting: createScripting(engine, tasks, []),
      mask,
      completeness: completeness.entry(undefined),
      rules,
      work: async (task, input) => {
        const done = await tasks.run(task, input)
        return done.ok ? done : { ok: false, failure: done.failure.message }
      },
      now: () => now,
    })
    const ready: StoreInput[] = []
    const item: ScrapedItem = { kind: 'item', externalId: 'x', type: 'Shop::Order', ...scraped, config }
    for (const one of [item, ...also]) ready.push(...(await extractor.ready(one)))
    const items = ready.filter((one): one is ItemInput => one.kind === 'item')
    return { ready, items, rules: rules.uses(), complete: completeness.partitions() }
  }

  return {
    get parser() {
      return parser
    },
    tasks,
    extract,
  }
}
