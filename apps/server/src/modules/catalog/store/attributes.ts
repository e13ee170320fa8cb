import type { DB } from '../../../platform/database/tables.ts'
import type { ItemInput } from './input.ts'

/** A column of items that a run fills. */
interface AttributeColumn {
  /** Type of its column, as the staging table has it. */
  type: string
  /** Its value, in the form that lists read; undefined for none. */
  of: (item: ItemInput) => unknown
  /** SQL of what an update stores, where it is not what was staged. `item` is the staged row, `stored` the stored one. */
  updated?: string
}

/**
 * What an item says of itself besides its document. Staging, hash, insert, update and the search for what an item was before
 * come from this list: a column that is added here is stored, compared and carried over.
 */
const itemAttributes = {
  external_id: { type: 'text[]', of: ({ externalIds }) => [...new Set(externalIds)] },
  type: { type: 'text', of: ({ type }) => type },
  config_class: { type: 'text', of: (item) => item.class },
  name: { type: 'text', of: ({ name }) => name },
  description: { type: 'text', of: ({ description }) => description },
  icon: { type: 'text', of: ({ icon }) => icon },
  status: { type: 'text', of: ({ status }) => status },
  health: { type: 'text', of: ({ health }) => health },
  ready: { type: 'boolean', of: ({ ready }) => ready },
  labels: { type: 'jsonb', of: ({ labels }) => labels },
  tags: {
    type: 'jsonb',
    of: ({ tags }) => tags,
    // With those that people set over those that the run found.
    updated: `item.tags || coalesce(
      (select notes.tags from core.config_item_notes as notes where notes.config_id = stored.id), '{}')`,
  },
  properties: { type: 'jsonb', of: ({ properties }) => properties },
  source: { type: 'text', of: ({ source }) => source },
  scope: { type: 'text', of: ({ scope }) => scope },
  created_at: {
    type: 'timestamptz',
    of: ({ createdAt }) => createdAt?.toISOString(),
    updated: 'coalesce(item.created_at, stored.created_at)',
  },
} as const satisfies Partial<Record<keyof DB['core.config_items'], AttributeColumn>>

/** Name of a column of items that a run fills. */
export type AttributeName = keyof typeof itemAttributes

const isAttribute = (name: string): name is AttributeName => Object.hasOwn(itemAttributes, name)

/** Names of the columns that a run fills. */
export const attributeNames: readonly AttributeName[] = Object.keys(itemAttributes).filter(isAttribute)

/** Definitions of the columns, for the table in which a run gathers items. */
export const attributeDefinitions = attributeNames
  .map((name) => `${name} ${itemAttributes[name].type}`)
  .join(',\n  ')

/** What an item says of itself besides its document, by column. */
export function attributesOf(item: ItemInput): Record<string, unknown> {
  return Object.fromEntries(attributeNames.map((name) => [name, itemAttributes[name].of(item)]))
}

/** SQL that assigns a column of `stored` what the staged row `item` has. */
export function assignmentOf(name: AttributeName): string {
  const attribute: AttributeColumn = itemAttributes[name]
  return `${name} = ${attribute.updated ?? `item.${name}`}`
}
