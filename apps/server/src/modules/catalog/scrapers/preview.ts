import type { ScraperPreview } from '@binnacle/contract/catalog'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { z } from 'zod'
import type { Actor } from '../../../platform/access/actor.ts'
import { RequestError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { limitAtOnce } from '../../../platform/specs/at-once.ts'
import type { DraftTests } from '../../../platform/specs/draft-tests.ts'
import { specFields } from '../../../platform/specs/routes.ts'
import { LARGEST_SPEC } from '../scraper-spec/scraper.ts'
import type { StoredScrapeDependencies } from './job.ts'
import { pageReader } from './pages.ts'
import { scrapeInto } from './scrape.ts'
import type { ScraperVerbs } from './verbs.ts'

/** The request of a preview: a spec as YAML or as a value. */
export const previewBody = z.object({
  /** Id of the scraper whose stored secrets replace masks, and with whose items the preview is compared. */
  scraperId: z.uuid().optional(),
  namespace: z.string().max(253).optional(),
  ...specFields(LARGEST_SPEC),
  /** Whether what the last run read is used, in the place of a look at the source. */
  replay: z.boolean().optional(),
})

/** Longest preview of an entry in milliseconds, because a person waits for it. */
const LONGEST = 50_000
/** Items that an answer lists. */
const MOST_ITEMS = 200
/** Characters of the documents that an answer shows together. */
const MOST_SHOWN = 4_000_000
/** Lines of the log that an answer has. */
const MOST_LINES = 500
/** Previews at once in a process, for everybody together. */
const MOST_AT_ONCE = 4

/** Shows what a run of a spec would do, before it is saved. Nothing is stored; the audit log records the preview. */
export function createPreviews(
  dependencies: StoredScrapeDependencies,
  scrapers: ScraperVerbs,
  draftTests: DraftTests,
) {
  const { store, clock } = dependencies
  const oneOfFew = limitAtOnce(MOST_AT_ONCE, 'Other drafts are being tested; try again when they are done')

  async function preview(
    { scraperId, namespace, replay = false, ...written }: z.output<typeof previewBody>,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<ScraperPreview> {
    const { spec, stored } = await scrapers.read(written, scraperId, actor)
    if (replay && stored === undefined)
      throw new RequestError('EINVALID', 'scraperId: only a saved scraper has something to replay', [
        { path: 'scraperId', message: 'only a saved scraper has something to replay' },
      ])
    await draftTests.record(actor, {
      resource: 'config_scrapers',
      id: stored?.id ?? newId(),
      name: stored?.name ?? null,
      after: { entries: spec.entries.map(({ place }) => place), replay },
    })
    const scraper = {
      id: stored?.id ?? newId(),
      agentId: stored?.agent_id ?? LOCAL_AGENT_ID,
      // The draft may cover something else than what is stored.
      revision: stored === undefined ? undefined : newId(),
      name: stored?.name ?? 'preview',
      namespace: stored?.namespace ?? namespace ?? 'default',
      spec,
      ages: spec.ages,
      lastComplete: stored?.complete_at ?? undefined,
    }
    const began = clock.now().getTime()
    const log: string[] = []
    const staged = await store.begin(scraper, { preview: true })
    try {
      const rules = await scrapeInto(
        staged,
        scraper,
        {
          signal,
          longestMilliseconds: LONGEST,
          tell: (line) => void (log.length < MOST_LINES && log.push(line)),
          replayed: replay ? pageReader(dependencies, scraper.id) : undefined,
        },
        dependencies,
      )
      const { counts, types, held, faults, items } = await staged.preview(MOST_ITEMS)
      let shown = 0
      return {
        counts,
        types: { ...types },
        held: [...held],
        faults: faults.slice(0, MOST_ITEMS).map((fault) => ({ ...fault })),
        items: items.map(({ config, ...item }) => {
          shown += JSON.stringify(config ?? null).length
          return { ...item, ...(shown > MOST_SHOWN ? {} : { config }) }
        }),
        rules: rules.map((use) => ({ ...use, examples: [...use.examples] })),
        log,
        milliseconds: clock.now().getTime() - began,
      }
    } finally {
      await staged.discard()
    }
  }

  return (body: z.output<typeof previewBody>, actor: Actor, signal: AbortSignal) =>
    oneOfFew(() => preview(body, actor, signal))
}
export type Previews = ReturnType<typeof createPreviews>
