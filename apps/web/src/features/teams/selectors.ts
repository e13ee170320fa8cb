import type { TeamSelector } from '@binnacle/contract/search'

/** The fields of a selector that the form has, by what they are called. */
export const selectorFields = {
  types: 'Types',
  name: 'Name',
  namespace: 'Namespace',
  labelSelector: 'Labels',
  fieldSelector: 'Fields',
  search: 'Search',
} as const

/** A field of the form. */
export type SelectorField = keyof typeof selectorFields

/** Values of the form; an empty text says nothing. */
export type SelectorValues = Record<SelectorField, string>

/** A form in which nothing is typed. */
export const emptySelector: SelectorValues = {
  types: '',
  name: '',
  namespace: '',
  labelSelector: '',
  fieldSelector: '',
  search: '',
}

/** Makes a selector from what was typed. Types are separated by commas. */
export function selectorOf({ types, ...texts }: SelectorValues): TeamSelector {
  const list = types
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')
  const given = Object.entries(texts)
    .map(([field, text]) => [field, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return { ...(list.length === 0 ? {} : { types: list }), ...Object.fromEntries(given) }
}

/** What a stored selector says, each of its fields by what it is called, or by its key where the form lacks it. */
export function describeSelector(
  selector: Readonly<Record<string, unknown>>,
): { label: string; value: string }[] {
  const titles = new Map<string, string>(Object.entries(selectorFields))
  return Object.entries(selector)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([field, value]) => ({
      label: titles.get(field) ?? field,
      value: Array.isArray(value) ? value.join(', ') : String(value),
    }))
}
