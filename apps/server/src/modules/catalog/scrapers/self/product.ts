import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import type { ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import type { Pool } from 'pg'
import { SERVER_VERSION } from '../../../../platform/version.ts'
import { HOST_TYPE, hostId } from './host.ts'

/** Type and id of the product itself. */
const PRODUCT_TYPE = 'Binnacle::Server'
const PRODUCT_ID = 'binnacle'

const parents = [{ externalId: PRODUCT_ID, type: PRODUCT_TYPE }]

/** The settings of the product. Whatever may be a secret is left out before anything else sees it. */
function product(settings: Readonly<Record<string, Json>>): ScrapedItem {
  return {
    kind: 'item',
    type: PRODUCT_TYPE,
    class: 'Application',
    externalId: PRODUCT_ID,
    name: 'Binnacle',
    status: 'Running',
    health: 'healthy',
    ready: true,
    icon: 'binnacle',
    parents: [{ externalId: hostId(), type: HOST_TYPE }],
    config: { version: SERVER_VERSION, node: process.version, settings },
  }
}

interface TableRow {
  schema: string
  name: string
  partitioned: boolean
  columns: { name: string; type: string; nullable: boolean }[]
  indexes: string[]
}

const listTables = `
  select tables.relnamespace::regnamespace::text as schema, tables.relname as name, tables.relkind = 'p' as partitioned,
    (
      select json_agg(json_build_object(
        'name', attname, 'type', format_type(atttypid, atttypmod), 'nullable', not attnotnull
      ) order by attnum)
      from pg_attribute where attrelid = tables.oid and attnum > 0 and not attisdropped
    ) as columns,
    coalesce((
      select json_agg(indexes.indexrelid::regclass::text order by indexes.indexrelid::regclass::text)
      from pg_index as indexes where indexes.indrelid = tables.oid
    ), '[]') as indexes
  from pg_class as tables
  where tables.relkind in ('r', 'p') and not tables.relispartition
    and tables.relnamespace::regnamespace::text in ('core', 'graphile_worker')
  order by 1, 2`

async function* database(pool: Pool): AsyncGenerator<ScrapedItem> {
  const { rows: facts } = await pool.query<{ version: string; name: string }>(
    `select current_setting('server_version') as version, current_database() as name`,
  )
  const [{ version, name } = { version: '', name: '' }] = facts
  const id = `${PRODUCT_ID}/database`
  yield {
    kind: 'item',
    type: 'Binnacle::Database',
    class: 'Database',
    externalId: id,
    name: 'PostgreSQL',
    status: 'Running',
    health: 'healthy',
    ready: true,
    icon: 'postgres',
    parents,
    config: { engine: 'postgres', version, database: name },
  }
  const { rows } = await pool.query<TableRow>(listTables)
  for (const { schema, name: table, partitioned, columns, indexes } of rows)
    yield {
      kind: 'item',
      type: 'Binnacle::Table',
      class: 'Table',
      externalId: `${id}/${schema}.${table}`,
      name: `${schema}.${table}`,
      icon: 'table',
      parents: [{ externalId: id, type: 'Binnacle::Database' }, ...parents],
      config: { schema, table, partitioned, columns, indexes },
    }
}

/** Reads the manifest of an installed package; undefined where it shows none. */
async function manifestOf(
  name: string,
  from: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    const text = await readFile(`${folder}/${name}/package.json`, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const manifest: unknown = JSON.parse(text)
    return isRecord(manifest) ? { ...manifest, at: `${folder}/${name}/package.json` } : undefined
  }
  return undefined
}

function namesOf(manifest: Readonly<Record<string, unknown>>): string[] {
  const dependencies = manifest['dependencies']
  return isRecord(dependencies) ? Object.keys(dependencies) : []
}

/** Most packages: those that the server loads, and what these load. */
const MOST_PACKAGES = 1_000

/** The packages that the server is made of. */
async function* packages(): AsyncGenerator<ScrapedItem> {
  const own = await manifestOf('@binnacle/server', import.meta.url)
  const seen = new Set<string>()
  const open = own === undefined ? [] : namesOf(own).map((name) => ({ name, from: import.meta.url }))
  for (let next = open.shift(); next !== undefined && seen.size < MOST_PACKAGES; next = open.shift()) {
    const { name, from } = next
    if (seen.has(name)) continue
    seen.add(name)
    const manifest = await manifestOf(name, from)
    if (manifest === undefined) continue
    const at = String(manifest['at'])
    open.push(...namesOf(manifest).map((inner) => ({ name: inner, from: at })))
    const { license, description } = manifest
    const version = typeof manifest['version'] === 'string' ? manifest['version'] : ''
    yield {
      kind: 'item',
      type: 'Binnacle::Package',
      class: 'Package',
      externalId: `${PRODUCT_ID}/package/${name}`,
      name,
      icon: 'package',
      parents,
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
      tags: { version },
      config: {
        name,
        version,
        license: typeof license === 'string' ? license : null,
        dependencies: namesOf(manifest).toSorted(),
      },
    }
  }
}

/** What the product is made of. @param settings without secrets */
export async function* scrapeProduct(
  pool: Pool,
  settings: Readonly<Record<string, Json>>,
): AsyncGenerator<ScrapedItem> {
  yield product(settings)
  yield* database(pool)
  yield* packages()
}
