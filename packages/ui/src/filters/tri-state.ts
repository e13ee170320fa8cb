/** The three states of a value in an include/exclude filter: 0 neutral, 1 included, -1 excluded. */
export type TriState = 0 | 1 | -1

/** The values that are included or excluded, in the order they were chosen. Neutral values are not in it. */
export type TriStateFilter = ReadonlyMap<string, 1 | -1>

/** A filter in which every value is neutral. */
export const neutralFilter: TriStateFilter = new Map()

/** The state after a press on the toggle: neutral, included, excluded, and around again. */
export function nextTriState(state: TriState): TriState {
  if (state === 0) return 1
  return state === 1 ? -1 : 0
}

/** The state of one value. */
export function triStateOf(filter: TriStateFilter, value: string): TriState {
  return filter.get(value) ?? 0
}

/** The filter with one value in another state. */
export function withTriState(filter: TriStateFilter, value: string, state: TriState): TriStateFilter {
  const changed = new Map(filter)
  if (state === 0) changed.delete(value)
  else changed.set(value, state)
  return changed
}

/** Comma, colon and the backslash that protects them; see encodeTriState. */
function escape(value: string): string {
  return value.replaceAll(/[\\,:]/g, (character) => `\\${character}`)
}

/**
 * Writes a filter as `Pod:1,Node:-1`. A comma, colon or backslash within a value is preceded by a backslash, so that
 * any text comes back unchanged.
 */
export function encodeTriState(filter: TriStateFilter): string {
  return Array.from(filter, ([value, state]) => `${escape(value)}:${state}`).join(',')
}

/** Splits at every character of the given kind that no backslash precedes, and leaves the backslashes in place. */
function splitUnescaped(text: string, separator: ',' | ':'): readonly string[] {
  const parts: string[] = []
  let start = 0
  for (let position = 0; position < text.length; position += 1) {
    if (text[position] === '\\') position += 1
    else if (text[position] === separator) {
      parts.push(text.slice(start, position))
      start = position + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Reads what encodeTriState wrote. Parts that are none of its are left out; of a repeated value the last counts. */
export function decodeTriState(text: string): TriStateFilter {
  const filter = new Map<string, 1 | -1>()
  for (const part of splitUnescaped(text, ',')) {
    const [value, state, ...rest] = splitUnescaped(part, ':')
    if (value === undefined || rest.length > 0 || (state !== '1' && state !== '-1')) continue
    filter.set(value.replaceAll(/\\(.)/gsu, '$1'), state === '1' ? 1 : -1)
  }
  return filter
}

/** A filter as the items of a search request: included values as they are, excluded ones after an exclamation mark. */
export function toRequestItems(filter: TriStateFilter): readonly string[] {
  return Array.from(filter, ([value, state]) => (state === 1 ? value : `!${value}`))
}
