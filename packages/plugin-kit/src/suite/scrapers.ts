import { scraperFamily } from '../families/scrapers.ts'
import { isRecord } from '../core/json.ts'
import { inputJsonSchema } from '../core/schema-node.ts'
import type { ScrapeOutput, ScraperDefinition, RunScraper } from '../scrapers/scraper.ts'
import { mapSecrets, secretsIn } from '../core/secrets.ts'
import { type RunForTestOptions, scrapeContextForTest, waitHere } from '../testing.ts'
import { describeRunnableFamily, type RunsOf, type Targets } from './runs.ts'
import { withSecret } from './secret.ts'

/** Specs against real targets that the folder of a scraper brings for the suite. */
export type ScraperTargets = Targets<Readonly<Record<string, unknown>>>
type Input = ScraperTargets['working']

function isStart(value: unknown): value is () => Promise<ScraperTargets> {
  return typeof value === 'function'
}

function runsOf(definition: ScraperDefinition, options: RunForTestOptions): RunsOf<Input, RunScraper> {
  const schema = inputJsonSchema(definition.schema)
  return {
    // A scrape works when it found something and could read everything.
    async run(code, input, signal) {
      const found: ScrapeOutput[] = []
      const lines: string[] = []
      const context = {
        ...scrapeContextForTest({ ...options, log: (line) => void lines.push(line) }),
        signal,
        wait: waitHere(signal),
      }
      const spec = definition.schema.parse(input)
      for await (const one of code(spec, context)) found.push(one)
      const fault = found.find(({ kind }) => kind === 'fault')
      return {
        worked: fault === undefined && found.length > 0,
        reason: fault?.kind === 'fault' ? fault.message : undefined,
        seen: { found, lines },
      }
    },
    inputOf: (example) => example,
    withSecrets(input) {
      const mapped = mapSecrets(schema, input, withSecret)
      return { input: isRecord(mapped) ? mapped : input, secrets: secretsIn(schema, mapped) }
    },
  }
}

/**
 * What every scraper type of a family must pass.
 * @param family folder of the family, ending in /
 */
export async function describeScraperFamily(family: URL, options: RunForTestOptions): Promise<void> {
  const plugins = await scraperFamily.load(family)
  await describeRunnableFamily(
    'scraper',
    family,
    plugins,
    (definition) => runsOf(definition, options),
    isStart,
  )
}
