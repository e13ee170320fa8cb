import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { newId } from '../../../platform/ids.ts'
import type { ScraperDocument } from '../scraper-spec/document.ts'
import type { RuleUse } from '../extract/rules.ts'
import type { StoreInput } from '../store/input.ts'
import type { ScrapeDependencies } from './dependencies.ts'
import { scrapeInto } from './scrape.ts'

/** What a run of a scraper would store. */
export interface ScrapePreview {
  found: readonly StoreInput[]
  rules: readonly RuleUse[]
  log: readonly string[]
}

/** Looks at the sources of a scraper that is not stored anywhere, and gathers what a run would store. */
export async function scrapeOnce(
  { metadata: { name, namespace }, spec }: ScraperDocument,
  dependencies: ScrapeDependencies,
  signal: AbortSignal,
): Promise<ScrapePreview> {
  const found: StoreInput[] = []
  const log: string[] = []
  const scraper = { id: newId(), agentId: LOCAL_AGENT_ID, name, namespace, spec, lastComplete: undefined }
  const add = async (batch: readonly StoreInput[]) => {
    for (const one of batch) found.push(one)
  }
  const rules = await scrapeInto(
    { add },
    scraper,
    { signal, tell: (line) => void log.push(line) },
    dependencies,
  )
  return { found, rules, log }
}
