import { featureOfProperty, featureTitle } from '@binnacle/contract/access'
import { type Property, runsScript } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import type { LocalProperties } from './file.ts'
import type { KnownColumns } from '../../platform/database/columns.ts'

type StoredRow = KnownColumns<
  'core.properties',
  'name' | 'value' | 'description' | 'created_by' | 'created_at' | 'updated_at',
  { created_by: Property['created_by'] }
>

const stored = `
  select
    property.name, property.value, property.description, property.created_at, property.updated_at,
    case when person.id is not null
      then json_build_object('id', person.id, 'name', person.name, 'avatar', person.avatar)
    end as created_by
  from core.properties as property
  left join core.people as person on person.id = property.created_by`

/** What a property is about, where nobody described it. */
function describe(name: string): string {
  const feature = featureOfProperty(name)
  return feature === undefined ? '' : `Disables ${featureTitle(feature)}`
}

const typeOf = (name: string): Property['type'] =>
  featureOfProperty(name) === undefined ? 'text' : 'boolean'

/** The properties in force by name; a local one takes the place of one of the database. */
export async function listProperties(pool: Pool, local: LocalProperties): Promise<Property[]> {
  const { rows } = await pool.query<StoredRow>(stored)
  const found = new Map<string, Property>()
  for (const { name, created_at, updated_at, ...row } of rows)
    if (!runsScript(name))
      found.set(name, {
        ...row,
        name,
        source: 'db',
        type: typeOf(name),
        description: row.description ?? describe(name),
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      })
  for (const [name, value] of local)
    found.set(name, {
      name,
      value,
      source: 'local',
      type: typeOf(name),
      description: describe(name),
      created_by: null,
      created_at: null,
      updated_at: null,
    })
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
