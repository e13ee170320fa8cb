import type { Page } from '@playwright/test'
import { z } from 'zod'
import { write } from './database.ts'
import type { Product } from './product.ts'
import { expect } from './test.ts'

/** The id of a component by its number. */
const componentId = (number: number): string => `0199d000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Id of the topology that they come from. */
export const topology = '0199d001-0000-7000-8000-000000000001'

/** Ids of what tests look at. */
export const component = {
  shop: componentId(1),
  web: componentId(2),
  database: componentId(3),
  mail: componentId(4),
  secret: componentId(5),
} as const

interface ComponentRow {
  id: string
  name: string
  type: string
  parent?: string
  path?: string
  more?: Readonly<Record<string, string>>
}

const row = ({ id, name, type, parent, path = '', more = {} }: ComponentRow): string => {
  const columns = { labels: '{"app": "shop", "tier": "web", "zone": "a"}', properties: '[]', ...more }
  const names = Object.keys(columns)
  const values = Object.values(columns).map((value) => `'${value}'`)
  return `insert into core.components
    (id, topology_id, external_id, name, type, parent_id, path, ${names.join(', ')})
    values ('${id}', '${topology}', '${name}', '${name}', '${type}', ${parent === undefined ? 'null' : `'${parent}'`},
      '${path}', ${values.join(', ')});`
}

const properties = JSON.stringify([
  { name: 'requests', value: 1_234, unit: 'rps', headline: true },
  { name: 'cpu', value: 820, max: 1_000, unit: 'millicores' },
  { name: 'memory', value: 1_020_000, max: 1_048_576 },
  { name: 'version', text: '1.24.3' },
  { name: 'docs', links: [{ url: 'https://example.com/runbook', label: 'Runbook' }] },
  { name: 'image', text: 'shop/web:1' },
  { name: 'disk:used', value: 40, unit: 'GiB' },
  { name: 'disk:size', value: 100, unit: 'GiB' },
])

/**
 * Statements that make a shop of components: `web` and `database` stand below `shop`, `mail` beside it, and one is hidden.
 * The database is unhealthy.
 */
export const topologyRows = `
insert into core.topologies (id, name, source) values ('${topology}', 'shop topology', 'UI');
${row({ id: component.shop, name: 'shop', type: 'Application' })}
${row({ id: component.web, name: 'web', type: 'Service', parent: component.shop, path: component.shop, more: { properties } })}
${row({
  id: component.database,
  name: 'orders database',
  type: 'Database',
  parent: component.shop,
  path: component.shop,
  more: { health: 'unhealthy', status: 'down', status_reason: 'connection refused' },
})}
${row({ id: component.mail, name: 'mail', type: 'Service', more: { namespace: 'office' } })}
${row({ id: component.secret, name: 'vault', type: 'Service', more: { hidden: 'true' } })}
insert into core.component_stale (component_id, children) select id, true from core.components
  where topology_id = '${topology}' on conflict (component_id) do update set children = true;
`

/** Statements that make many components without others above or below them. @param count how many */
export function manyComponents(count: number): string {
  return `
insert into core.components (id, topology_id, external_id, name, type, labels, properties)
select ('0199d002-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, '${topology}', 'many ' || number,
  'service ' || lpad(number::text, 5, '0'), 'Many', '{}', '[{"name": "version", "text": "1"}]'
from generate_series(1, ${count}) as number;
insert into core.component_stale (component_id, children)
select id, true from core.components where type = 'Many'
on conflict (component_id) do update set children = true;
`
}

/**
 * Statements that remove everything that the others made. Stale marks are deleted before components, in the order in which
 * the roll-up locks them: the other order ends in a deadlock while it runs.
 */
export const withoutTopology = `
delete from core.component_stale using core.components
where components.id = component_id and topology_id = '${topology}';
delete from core.topologies where id = '${topology}';
`

const tree = z.object({ components: z.array(z.object({ name: z.string(), health: z.string() })) })

/** Stores the topology, and waits until the product has found the health of its components. */
export async function storeTopology(
  { request }: Page,
  product: Pick<Product, 'data' | 'url'>,
): Promise<void> {
  await write(product, topologyRows)
  await expect
    .poll(async () => {
      const { components } = tree.parse(await (await request.get(`${product.url}/api/topology`)).json())
      return components.find(({ name }) => name === 'shop')?.health
    })
    .toBe('unhealthy')
}
