import type { ScraperDefinition, RunScraper } from '../scrapers/scraper.ts'
import type { RunForTestOptions } from '../testing.ts'
import { inputJsonSchema } from '../core/schema-node.ts'
import { commonScraperSpec } from '../scrapers/common-fields.ts'
import { defineFamily, type FamilyPages } from './family.ts'
import { runnablePages, runnableShape } from './runnable.ts'

const pages = runnablePages<ScraperDefinition>(
  { folder: 'docs/reference/scrapers', types: 'Scraper types', does: 'What it looks for' },
  ({ type, example }) => ({ schedule: '@every 60m', [type]: [example] }),
)

/** The pages of types, and on the one that lists them the fields that all have. */
const docs: FamilyPages<ScraperDefinition> = {
  ...pages,
  page: (definition, tools) => `${pages.page(definition, tools).trimEnd()}

Besides these it has the [fields of every scraper](README.md#fields-of-every-scraper).
`,
  index: (definitions, tools) => `${pages.index(definitions, tools).trimEnd()}

## Fields of every scraper

These fields describe the items that an entry finds. The [guide](../../guide/catalog.md) explains them.

| Field | Type | Required | Meaning |
|---|---|---|---|
${tools.fieldRows(inputJsonSchema(commonScraperSpec)).join('\n')}
`,
}

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
  docs,
  generator: {
    kind: 'scraper',
    templates: 'scripts/templates/scraper',
    next: ["npx vitest run --project 'unit*' plugins/scrapers/{{name}} plugin-families"],
  },
})
