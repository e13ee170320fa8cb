import type { ScrapeOutput } from '@binnacle/plugin-kit/scrapers'
import { createCompleteness } from '../extract/completeness.ts'
import { createExtractor, type Extractor } from '../extract/extractor.ts'
import { createRuleLog, type RuleUse } from '../extract/rules.ts'
import { createScripting } from '../extract/scripting.ts'
import type { ParsedEntry, ParsedScraper } from '../scraper-spec/scraper.ts'
import { isPath } from '../scraper-spec/scripts.ts'
import type { StoreInput, ScraperIdentity, StagedRun } from '../store/input.ts'
import type { ScrapeDependencies } from './dependencies.ts'
import { entrySecrets } from '../../../platform/specs/types.ts'
import { runEntry } from './run-entry.ts'

/** A scraper that is ready to run. */
export interface RunnableScraper extends ScraperIdentity {
  name: string
  namespace: string
  spec: ParsedScraper
  /** When the last run began that saw everything. */
  lastComplete: Date | undefined
}

/** What a run is made with, besides the scraper. */
export interface ScrapeOptions {
  signal: AbortSignal
  tell: (line: string) => void
  /** Longest time of an entry, for runs that a person waits for. */
  longestMilliseconds?: number | undefined
  /** What entries found in an earlier run, in the place of a look at their sources. */
  replayed?: ((entry: ParsedEntry) => AsyncIterable<ScrapeOutput>) | undefined
  /** Told of everything that an entry finds, before anything is made of it. */
  onScraped?: ((entry: ParsedEntry, scraped: ScrapeOutput) => Promise<void>) | undefined
}

/** Items, changes and so on that are handed on at once. */
const BATCH = 250
/** Items of an entry whose ids are compared: a source may tell any number of them. */
const MOST_COMPARED_IDS = 100_000

/** The extractor of an entry. */
export function extractorOf(
  entry: ParsedEntry,
  scraper: RunnableScraper,
  completeness: ReturnType<typeof createCompleteness>,
  dependencies: ScrapeDependencies,
): { extractor: Extractor; uses: () => RuleUse[] } {
  const { common, place, type, written } = entry
  const rules = createRuleLog(place)
  const { tasks, scripts, mask, clock } = dependencies
  const secrets = entrySecrets(type, written)
  const extractor = createExtractor({
    common,
    full: scraper.spec.full,
    scraper,
    // What a source has comes without secrets of the spec, so no script of an extraction sees one.
    scripting: createScripting(scripts, tasks, []),
    mask,
    completeness: completeness.entry(
      common.type !== undefined && !isPath(common.type) ? common.type : undefined,
    ),
    rules,
    work: async (task, input) => {
      const done = await tasks.run(task, input, secrets)
      return done.ok ? done : { ok: false, failure: done.failure.message }
    },
    now: () => clock.now(),
  })
  return { extractor, uses: rules.uses }
}

/**
 * Looks with every entry of a scraper, and adds the results to a run.
 * @returns what the rules of the spec did
 */
export async function scrapeInto(
  staged: Pick<StagedRun, 'add'>,
  scraper: RunnableScraper,
  options: ScrapeOptions,
  dependencies: ScrapeDependencies,
): Promise<RuleUse[]> {
  const { spec, namespace, lastComplete } = scraper
  const { signal, tell, longestMilliseconds, replayed, onScraped } = options
  const completeness = createCompleteness(spec.entries.length)
  const uses: RuleUse[] = []
  let batch: StoreInput[] = []
  const flush = async () => {
    const full = batch
    batch = []
    if (full.length > 0) await staged.add(full)
  }
  for (const entry of spec.entries) {
    const { extractor, uses: usesOf } = extractorOf(entry, scraper, completeness, dependencies)
    const { definition } = entry.type
    const timeout = spec.timeoutMilliseconds ?? definition.timeoutMilliseconds
    const run = {
      namespace,
      mode: 'look' as const,
      lastComplete,
      timeoutMilliseconds: Math.min(timeout, longestMilliseconds ?? timeout),
      tell,
      signal,
    }
    const giveBack =
      replayed === undefined
        ? await dependencies.turns.take(definition.type, definition.concurrency, signal)
        : () => {}
    if (giveBack === undefined) {
      batch.push(...(await extractor.ready({ kind: 'fault', message: `${entry.place}: was stopped` })))
      continue
    }
    let found = 0
    let items = 0
    const ids = new Set<string>()
    try {
      for await (const scraped of replayed?.(entry) ?? runEntry(entry, run, dependencies)) {
        await onScraped?.(entry, scraped)
        if (scraped.kind === 'item') found += 1
        for (const ready of await extractor.ready(scraped)) {
          batch.push(ready)
          if (ready.kind !== 'item') continue
          if (items >= MOST_COMPARED_IDS) continue
          items += 1
          ids.add(ready.id)
        }
        if (batch.length >= BATCH) await flush()
      }
    } finally {
      giveBack()
    }
    // Rules about changes of documents apply where these are compared with the stored ones.
    await flush()
    tell(`${entry.place}: found ${found} ${found === 1 ? 'document' : 'documents'}`)
    // Some sources tell a thing in several places; a wrong id in the spec makes one item of thousands of documents.
    if (ids.size < items)
      tell(
        `${entry.place}: ${items === MOST_COMPARED_IDS ? `the first ${items}` : items} items have only ${ids.size} different ids; of those with the same id, the last is stored`,
      )
    const own = usesOf()
    uses.push(...own)
    for (const { rule, failures, failure } of own)
      if (failures > 0) {
        batch.push({
          kind: 'item-fault',
          item: rule,
          type: undefined,
          message: `failed ${failures} times: ${failure ?? ''}`,
        })
      }
  }
  batch.push(...completeness.partitions())
  if (completeness.isCovered()) batch.push({ kind: 'covered' })
  await flush()
  return uses
}
