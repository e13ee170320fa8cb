import type { TriStateFilter } from '@binnacle/ui'

/** The values that a filter includes (1) or excludes (-1). */
export function chosen(filter: TriStateFilter, state: 1 | -1): readonly string[] {
  return [...filter].flatMap(([value, own]) => (own === state ? [value] : []))
}

/** The value of a filter for a tag or a label. */
export function pairText(key: string, value: string): string {
  return `${key}=${value}`
}

/** Key and value of a pair; a text without an equals sign is a key with an empty value. */
export function tagPair(text: string): readonly [key: string, value: string] {
  const at = text.indexOf('=')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * A filter by tags as the list of changes takes it: `k=v`, `k!=v`, `k in (a,b)`, `k notin (a,b)`, separated by commas.
 */
export function tagSelector(filter: TriStateFilter): string {
  const byKey = Map.groupBy(filter, ([pair]) => tagPair(pair)[0])
  return [...byKey]
    .flatMap(([key, own]) =>
      ([1, -1] as const).flatMap((state) => {
        const values = own.flatMap(([pair, sign]) => (sign === state ? [tagPair(pair)[1]] : []))
        if (values.length === 0) return []
        if (values.length === 1) return [`${key}${state === 1 ? '=' : '!='}${values[0] ?? ''}`]
        return [`${key} ${state === 1 ? 'in' : 'notin'} (${values.join(',')})`]
      }),
    )
    .join(',')
}
