import { type Offer, offerChoices, offerFields, offerSorts, typingAt } from './complete.ts'
import { type Field, type MapField, type Target, targetOf } from './fields.ts'
import { printName, printValue } from './print.ts'
import { settingNamed } from './settings.ts'

/** Most values that are suggested at once. Fields are suggested all. */
export const MOST_OFFERS = 12

/** What the rows of a list have, of which suggestions are made. Each gives at most `MOST_OFFERS`, or more than are used. */
export interface OfferSource<Place = unknown> {
  /** Keys of a field that start with a text; undefined if its keys are not known. */
  keys: (field: MapField & Place, prefix: string) => Promise<readonly string[] | undefined>
  /** Values of a field, or of one of its keys, that start with a text in any case. */
  values: (target: Target<Place>, prefix: string) => Promise<readonly { value: string; help: string }[]>
}

/** Suggestions that replace the characters of a query from `from` up to `to`. */
export interface Offers {
  from: number
  to: number
  offers: Offer[]
}

/** Names such as `labels.team` that start as typed; undefined where no field with keys stands before a dot. */
async function keysAt<Place>(
  fields: readonly (Field & Place)[],
  source: OfferSource<Place>,
  prefix: string,
): Promise<readonly string[] | undefined> {
  const dot = prefix.indexOf('.')
  const map = dot < 0 ? undefined : targetOf(fields, prefix.slice(0, dot))?.field
  if (map?.kind !== 'map') return undefined
  const keys = await source.keys(map, prefix.slice(dot + 1))
  return keys?.map((key) => `${map.name}.${key}`)
}

async function namesAt<Place>(
  fields: readonly (Field & Place)[],
  source: OfferSource<Place>,
  prefix: string,
): Promise<Offer[]> {
  const names = await keysAt(fields, source, prefix)
  return (
    names?.slice(0, MOST_OFFERS).map((name) => ({ text: `${printName(name)}=`, help: '' })) ??
    offerFields(fields, prefix)
  )
}

/** What can be sorted by; a minus before it reverses the order. */
async function sortsAt<Place>(
  fields: readonly (Field & Place)[],
  source: OfferSource<Place>,
  prefix: string,
): Promise<Offer[]> {
  const sign = prefix.startsWith('-') ? '-' : ''
  const names = await keysAt(fields, source, prefix.slice(sign.length))
  return (
    names?.map((name) => ({ text: printValue({ text: `${sign}${name}`, quoted: false }), help: '' })) ??
    offerSorts(fields, prefix)
  )
}

async function valuesAt<Place>(
  fields: readonly (Field & Place)[],
  source: OfferSource<Place>,
  { name, prefix }: { name: string; prefix: string },
): Promise<Offer[]> {
  if (settingNamed(name) === 'sort') return sortsAt(fields, source, prefix)
  const fixed = offerChoices(fields, name, prefix)
  const target = targetOf(fields, name)
  if (fixed !== undefined || target === undefined) return fixed ?? []
  // Who writes a pattern wants no single value.
  if (prefix.includes('*')) return []
  const found = await source.values(target, prefix)
  return found.map(({ value, help }) => ({
    text: printValue({ text: value, quoted: value.includes('*') }),
    help,
  }))
}

/**
 * Suggests names of fields, keys and values for a position of a query.
 * @param at number of characters before the position
 */
export async function offersAt<Place>(
  fields: readonly (Field & Place)[],
  source: OfferSource<Place>,
  text: string,
  at: number,
): Promise<Offers> {
  const typing = typingAt(text, at)
  if (typing === undefined) return { from: at, to: at, offers: [] }
  const { from, to, prefix } = typing
  const offers =
    typing.kind === 'name'
      ? await namesAt(fields, source, prefix)
      : (await valuesAt(fields, source, typing)).slice(0, MOST_OFFERS)
  return { from, to, offers: offers.filter((offer) => offer.text !== prefix) }
}
