import { type CatalogFacets, MOST_PAIRS } from '@binnacle/contract/catalog'
import type { Pool } from 'pg'
import { readRows } from '../../../platform/database/read.ts'

const valuesOf = (kind: string) => `coalesce((
  select json_agg(value order by value) from core.config_facets where kind = '${kind}' and count > 0 and value <> ''
), '[]')`

const pairsOf = (kind: string) => `coalesce((
  select json_agg(json_build_object('key', key, 'value', value) order by key, value) from (
    select key, value from core.config_facets where kind = '${kind}' and count > 0
    order by key, value limit ${MOST_PAIRS}
  ) as first
), '[]')`

/** The values that filters of the catalog offer. They are counted as items are stored. */
export async function findFacets(pool: Pool): Promise<CatalogFacets> {
  const rows = await readRows<{ found: CatalogFacets }>(
    pool,
    `select json_build_object(
       'types', ${valuesOf('type')},
       'statuses', ${valuesOf('status')},
       'changeTypes', ${valuesOf('change_type')},
       'analyzers', ${valuesOf('analyzer')},
       'tags', ${pairsOf('tag')},
       'labels', ${pairsOf('label')}
     ) as found`,
    [],
  )
  return rows[0]?.found ?? { types: [], statuses: [], changeTypes: [], analyzers: [], tags: [], labels: [] }
}
