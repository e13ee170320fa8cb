import { ADDED_PREFIX, itemColumns } from '@binnacle/contract/catalog'
import { facetColumns } from '@binnacle/contract/core'
import type { QueryOffers } from '@binnacle/contract/health'
import { MOST_OFFERS, offersAt, type Target, typingAt } from '@binnacle/query'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { escapePattern } from '../../../platform/database/pattern.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { fieldsFor } from './item-fields.ts'
import { addedValues, ownerNames } from './people-offers.ts'

const counted = facetColumns(itemColumns)

/** Where the values of fields are counted as items are stored. A namespace is a tag of what is in it. */
const facetOf: ReadonlyMap<string, { kind: string; key: string }> = new Map([
  ['namespace', { kind: 'tag', key: 'namespace' }],
  ...counted.flatMap(({ facet, field, isMap }) =>
    isMap ? [] : [[field, { kind: facet, key: '' }] as const],
  ),
])
/** The same of each key of fields with keys. */
const kindOf: ReadonlyMap<string, string> = new Map(
  counted.flatMap(({ facet, field, isMap }) => (isMap ? [[field, facet] as const] : [])),
)

const startingWith = (prefix: string) => `${escapePattern(prefix.toLowerCase())}%`

/** Keys of labels or tags that start with a text. Takes one look at the index for each key, not for each value. */
async function keysOf(pool: Pool, kind: string, prefix: string): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(sql`
    with recursive keys as (
      (select key from core.config_facets where kind = ${kind} order by key limit 1)
      union all
      select (
        select next.key from core.config_facets as next where next.kind = ${kind} and next.key > keys.key
        order by next.key limit 1
      ) from keys where keys.key is not null
    )
    select key from keys where key <> '' and lower(key) like ${startingWith(prefix)} limit ${MOST_OFFERS}`)
  return rows.map(({ key }) => key)
}

/** Counted values that start with a text, the most frequent first. */
async function facetValues(pool: Pool, facet: { kind: string; key: string }, prefix: string) {
  const rows = await tablesOn(pool)
    .selectFrom('core.config_facets')
    .select(['value', 'count'])
    .where('kind', '=', facet.kind)
    .where('key', '=', facet.key)
    .where('count', '>', 0)
    .where('value', '<>', '')
    .where(({ fn }) => fn<string>('lower', ['value']), 'like', startingWith(prefix))
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(MOST_OFFERS)
    .execute()
  return rows.map(({ value, count }) => ({ value, help: count.toLocaleString('en') }))
}

async function itemNames(pool: Pool, prefix: string) {
  const database = tablesOn(pool)
  const found = database
    .selectFrom('core.config_items')
    .select('name')
    .where('name', 'ilike', startingWith(prefix))
    .where('deleted_at', 'is', null)
    .limit(200)
  const rows = await database
    .selectFrom(found.as('found'))
    .select('name')
    .distinct()
    .orderBy('name')
    .limit(MOST_OFFERS)
    .execute()
  return rows.map(({ name }) => ({ value: name, help: '' }))
}

/** Values in the database that start with a text. */
async function storedValues(pool: Pool, { field, key }: Target, prefix: string) {
  const kind = kindOf.get(field.name)
  const facet = kind !== undefined && key !== undefined ? { kind, key } : facetOf.get(field.name)
  if (facet !== undefined) return facetValues(pool, facet, prefix)
  // A name needs three letters, by which its index finds it.
  if (field.name === 'name') return prefix.length >= 3 ? itemNames(pool, prefix) : []
  const wanted = { prefix, most: MOST_OFFERS }
  const values =
    field.name === 'owner'
      ? await ownerNames(pool, wanted)
      : field.name.startsWith(ADDED_PREFIX)
        ? await addedValues(pool, field.name.slice(ADDED_PREFIX.length), wanted)
        : []
  return values.map((value) => ({ value, help: '' }))
}

/** Whether a name, or what is sorted by, may become that of an added field. */
function mayBeAdded(prefix: string): boolean {
  const name = prefix.replace(/^-/, '').toLowerCase()
  return name !== '' && ADDED_PREFIX.startsWith(name)
}

/**
 * Suggestions at a position of a query for items: names of fields, keys of labels and tags, and values.
 * @param at number of characters before the position
 */
export async function itemOffersAt(pool: Pool, text: string, at: number): Promise<QueryOffers> {
  const prefix = typingAt(text, at)?.prefix ?? ''
  const fields = await fieldsFor(pool, mayBeAdded(prefix) ? ADDED_PREFIX : text)
  return offersAt(
    fields,
    {
      async keys(map, start) {
        const kind = kindOf.get(map.name)
        return kind === undefined ? undefined : keysOf(pool, kind, start)
      },
      values: (target, start) => storedValues(pool, target, start),
    },
    text,
    at,
  )
}
