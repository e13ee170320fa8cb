import type { QueryOffers } from '@binnacle/contract/health'
import {
  type Field,
  offerChoices,
  offerFields,
  offerSorts,
  printName,
  printValue,
  settingNamed,
  targetOf,
  typingAt,
} from '@binnacle/query'
import type { Pool } from 'pg'
import { checkFields } from './check-fields.ts'
import { escapePattern } from '../../../platform/database/pattern.ts'
import { createParameters, type Parameters } from '../../../platform/database/parameters.ts'
import { scopeTables } from './scope.ts'

/** Most suggestions. */
const MOST_OFFERS = 12

const inUse = `${scopeTables} where checks.deleted_at is null`

/** SQL of all values of a field, one for each check. */
function valuesSql(field: Field, key: string | undefined, parameters: Parameters): string {
  if (field.kind !== 'map') return `select ${field.sql} as value from ${inUse}`
  if (key !== undefined) return `select ${field.sql} ->> ${parameters.add(key)}::text as value from ${inUse}`
  return `select label.value from ${scopeTables} cross join jsonb_each_text(${field.sql}) as label
    where checks.deleted_at is null`
}

/** Texts that start with the typed text in any case, in alphabetical order. */
async function beginning(
  pool: Pool,
  prefix: string,
  write: (parameters: Parameters) => string,
): Promise<string[]> {
  const parameters = createParameters()
  const all = write(parameters)
  const { rows } = await pool.query<{ value: string }>(
    `select distinct value from (${all}) as found
     where value <> '' and lower(value) like lower(${parameters.add(`${escapePattern(prefix)}%`)}::text)
     order by value limit ${MOST_OFFERS}`,
    [...parameters.values],
  )
  return rows.map(({ value }) => value)
}

/** Names such as `labels.team` that begin as typed; undefined where no field with keys stands before a dot. */
async function keysAt(pool: Pool, prefix: string): Promise<string[] | undefined> {
  const dot = prefix.indexOf('.')
  const map = dot < 0 ? undefined : targetOf(checkFields, prefix.slice(0, dot))?.field
  if (map?.kind !== 'map') return undefined
  const keys = await beginning(
    pool,
    prefix.slice(dot + 1),
    () => `select jsonb_object_keys(${map.sql}) as value from ${inUse}`,
  )
  return keys.map((key) => `${map.name}.${key}`)
}

async function namesAt(pool: Pool, prefix: string): Promise<QueryOffers['offers']> {
  const names = await keysAt(pool, prefix)
  return names?.map((name) => ({ text: `${printName(name)}=`, help: '' })) ?? offerFields(checkFields, prefix)
}

/** What can be sorted by; a minus before it turns the order round. */
async function sortsAt(pool: Pool, prefix: string): Promise<QueryOffers['offers']> {
  const sign = prefix.startsWith('-') ? '-' : ''
  const names = await keysAt(pool, prefix.slice(sign.length))
  return (
    names?.map((name) => ({ text: printValue({ text: `${sign}${name}`, quoted: false }), help: '' })) ??
    offerSorts(checkFields, prefix)
  )
}

async function valuesAt(pool: Pool, name: string, prefix: string): Promise<QueryOffers['offers']> {
  if (settingNamed(name) === 'sort') return sortsAt(pool, prefix)
  const fixed = offerChoices(checkFields, name, prefix)
  const target = targetOf(checkFields, name)
  if (fixed !== undefined || target === undefined) return fixed ?? []
  const values = await beginning(pool, prefix, (parameters) =>
    valuesSql(target.field, target.key, parameters),
  )
  return values.map((text) => ({ text: printValue({ text, quoted: text.includes('*') }), help: '' }))
}

/**
 * Suggestions at a position of a query: names of fields, keys of labels, and values of checks.
 * @param at number of characters before the position
 */
export async function offersAt(pool: Pool, text: string, at: number): Promise<QueryOffers> {
  const typing = typingAt(text, at)
  if (typing === undefined) return { from: at, to: at, offers: [] }
  const { from, to, prefix } = typing
  const offers =
    typing.kind === 'name' ? await namesAt(pool, prefix) : await valuesAt(pool, typing.name, prefix)
  return { from, to, offers: offers.filter((offer) => offer.text !== prefix).slice(0, MOST_OFFERS) }
}
