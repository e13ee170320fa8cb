import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { inputJsonSchema, isRecord, type SchemaNode } from '@binnacle/plugin-kit/core'
import { scraperFamily } from '@binnacle/plugin-kit/families'
import { commonScraperSpec, type RunScraper, type ScraperDefinition } from '@binnacle/plugin-kit/scrapers'
import { rewriteEntry } from './legacy.ts'

/** A scraper type as specs use it. */
export interface ScraperType {
  definition: ScraperDefinition & { rewrite: (entry: Record<string, unknown>) => Record<string, unknown> }
  run: RunScraper
  /** Schema of a whole entry: its own fields and those that all have. It marks the secrets. */
  jsonSchema: SchemaNode
  /** Names of the fields that the type reads itself. */
  own: ReadonlySet<string>
  /** Names of the fields of every entry that it cannot do without. */
  demands: readonly string[]
  /** Whether people can use it. The product keeps the others for itself. */
  isOffered: boolean
}

/** Every scraper type of the product, by name. */
export type ScraperTypes = ReadonlyMap<string, ScraperType>

const common = inputJsonSchema(commonScraperSpec)

/** Fields of every entry that one of these types cannot do without: its rows say nothing of themselves. */
const demanded: ReadonlyMap<string, readonly string[]> = new Map([['sql', ['id', 'type']]])

function propertiesOf(node: SchemaNode): Record<string, unknown> {
  const properties = node['properties']
  return isRecord(properties) ? properties : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Adds the fields that all entries have. A field of the type counts before one of the same name. */
export function scraperType(definition: ScraperDefinition, run: RunScraper, isOffered = true): ScraperType {
  const schema = inputJsonSchema(definition.schema)
  const own = propertiesOf(schema)
  const demands = demanded.get(definition.type) ?? []
  return {
    definition: {
      ...definition,
      rewrite: (entry) => rewriteEntry(definition.type, new Set(Object.keys(own)), entry),
    },
    run,
    jsonSchema: {
      ...schema,
      properties: { ...own, ...propertiesOf(common), ...own },
      required: [...listOf(schema['required']), ...demands],
    },
    demands,
    own: new Set(Object.keys(own)),
    isOffered,
  }
}

/** Loads the scraper types from their folders. @param builtIn types that the product keeps for itself */
export async function loadScraperTypes(builtIn: readonly ScraperType[] = []): Promise<ScraperTypes> {
  const someSpec = createRequire(import.meta.url).resolve('@binnacle/scrapers/file')
  const plugins = await scraperFamily.load(new URL('../', pathToFileURL(someSpec)))
  return new Map([
    ...[...plugins].flatMap(([type, { definition, run }]): [string, ScraperType][] =>
      run === undefined ? [] : [[type, scraperType(definition, run)]],
    ),
    ...builtIn.map((type): [string, ScraperType] => [type.definition.type, type]),
  ])
}
