import type { ScraperDefinition, RunScraper } from '../scrapers/scraper.ts'
import type { RunForTestOptions } from '../testing.ts'
import { defineFamily } from './family.ts'
import { runnablePages, runnableShape } from './runnable.ts'

/** Scraper types: where configuration is found, one folder each. */
export const scraperFamily = defineFamily({
  folder: 'plugins/scrapers',
  definition: {
    name: 'scraper',
    accepts: (value: unknown): value is ScraperDefinition => runnableShape.safeParse(value).success,
    typeOf: ({ type }) => type,
  },
  context: {
    file: 'run.ts',
    name: 'run',
    optional: false,
    accepts: (value: unknown): value is RunScraper => typeof value === 'function',
    lazily: (load) =>
      async function* (spec, context) {
        yield* (await load())(spec, context)
      },
  },
  suite: async (folder, options: RunForTestOptions) => {
    const { describeScraperFamily } = await import('../suite/scrapers.ts')
    await describeScraperFamily(folder, options)
  },
  docs: runnablePages<ScraperDefinition>(
    { folder: 'docs/reference/scrapers', types: 'Scraper types', does: 'What it looks for' },
    ({ type, example }) => ({ [type]: [example] }),
  ),
  generator: {
    kind: 'scraper',
    templates: 'scripts/templates/scraper',
    next: ["npx vitest run --project 'unit*' plugins/scrapers/{{name}} plugin-families"],
  },
})
