/** The three states of a value in an include/exclude filter: 0 neutral, 1 included, -1 excluded. */
export type TriState = 0 | 1 | -1

/** Included and excluded values, in the order in which they were chosen. Neutral values are absent. */
export type TriStateFilter = ReadonlyMap<string, 1 | -1>

/** The filter that excludes and includes nothing. */
export const neutralFilter: TriStateFilter = new Map()

/** Returns the next state: neutral, included, excluded, and neutral again. */
export function nextTriState(state: TriState): TriState {
  if (state === 0) return 1
  return state === 1 ? -1 : 0
}

/** Returns the state of one value. */
export function triStateOf(filter: TriStateFilter, value: string): TriState {
  return filter.get(value) ?? 0
}

/** Returns the filter with one value set to a state. */
export function withTriState(filter: TriStateFilter, value: string, state: TriState): TriStateFilter {
  const changed = new Map(filter)
  if (state === 0) changed.delete(value)
  else changed.set(value, state)
  return changed
}

/** Escapes commas, colons and backslashes; see encodeTriState. */
function escape(value: string): string {
  return value.replaceAll(/[\\,:]/g, (character) => `\\${character}`)
}

/**
 * Encodes a filter as `Pod:1,Node:-1`. A backslash escapes commas, colons and backslashes in values, so that decoding
 * restores every text.
 */
export function encodeTriState(filter: TriStateFilter): string {
  return Array.from(filter, ([value, state]) => `${escape(value)}:${state}`).join(',')
}

/** Splits at unescaped separators and keeps the backslashes. */
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

/** Decodes the text of encodeTriState. Skips invalid parts; of a repeated value the last part wins. */
export function decodeTriState(text: string): TriStateFilter {
  const filter = new Map<string, 1 | -1>()
  for (const part of splitUnescaped(text, ',')) {
    const [value, state, ...rest] = splitUnescaped(part, ':')
    if (value === undefined || rest.length > 0 || (state !== '1' && state !== '-1')) continue
    filter.set(value.replaceAll(/\\(.)/gsu, '$1'), state === '1' ? 1 : -1)
  }
  return filter
}

/**
 * Converts a filter to items of a search request: included values unchanged, excluded ones after an exclamation mark.
 */
export function toRequestItems(filter: TriStateFilter): readonly string[] {
  return Array.from(filter, ([value, state]) => (state === 1 ? value : `!${value}`))
}
