import { featureOfProperty, featureTitle } from '@binnacle/contract/access'
import { type Property, runsScript } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import type { LocalProperties } from './file.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'

/** What a property is about, where nobody described it. */
function describe(name: string): string {
  const feature = featureOfProperty(name)
  return feature === undefined ? '' : `Disables ${featureTitle(feature)}`
}

const typeOf = (name: string): Property['type'] =>
  featureOfProperty(name) === undefined ? 'text' : 'boolean'

/** The properties in force by name; a local one takes the place of one of the database. */
export async function listProperties(pool: Pool, local: LocalProperties): Promise<Property[]> {
  const rows = await tablesOn(pool)
    .selectFrom('core.properties as property')
    .leftJoin('core.people as person', 'person.id', 'property.created_by')
    .select([
      'property.name',
      'property.value',
      'property.description',
      'property.created_at',
      'property.updated_at',
      'person.id as person_id',
      'person.name as person_name',
      'person.avatar',
    ])
    .execute()
  const found = new Map<string, Property>()
  for (const row of rows) {
    const { name, value, created_at, updated_at, person_id: personId, person_name: personName } = row
    if (!runsScript(name))
      found.set(name, {
        name,
        value,
        source: 'db',
        type: typeOf(name),
        description: row.description ?? describe(name),
        created_by:
          personId === null || personName === null
            ? null
            : { id: personId, name: personName, avatar: row.avatar },
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      })
  }
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
