/** Ranges of characters, of which one must match; negated, none may match. */
interface CharacterClass {
  ranges: readonly (readonly [from: string, to: string])[]
  negated: boolean
}

/** A token of a pattern: any characters, any one character, one of a class, or a literal character. */
export type Token = 'any number' | 'any one' | CharacterClass | { character: string }

export interface Segment {
  tokens: readonly Token[]
  /** Whether it starts with a wildcard, which never matches the dot of a hidden file. */
  startsWild: boolean
}

/** Matches any number of folders. */
export const FOLDERS = '**'
/** Most alternatives of a pattern. Braces multiply, and more alternatives are a mistake. */
const MOST_ALTERNATIVES = 1_000

/** Finds the closing brace and the commas between. @returns undefined if no brace closes it */
function readBraces(text: string, start: number): { commas: number[]; end: number } | undefined {
  const commas: number[] = []
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === ',' && depth === 1) commas.push(at)
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return { commas, end: at }
    }
  }
  return undefined
}

/** Expands braces: `{a,b}c` gives `ac` and `bc`. */
function alternatives(pattern: string): string[] {
  for (let start = 0; start < pattern.length; start += 1) {
    if (pattern[start] === '\\') start += 1
    if (pattern[start] !== '{') continue
    const braces = readBraces(pattern, start)
    if (braces === undefined || braces.commas.length === 0) continue
    const bounds = [start, ...braces.commas, braces.end]
    const rest = pattern.slice(braces.end + 1)
    const found = bounds.slice(1).flatMap((bound, index) => {
      const choice = pattern.slice((bounds[index] ?? 0) + 1, bound)
      return alternatives(pattern.slice(0, start) + choice + rest)
    })
    if (found.length > MOST_ALTERNATIVES)
      throw new RangeError(`the braces of the path mean more than ${MOST_ALTERNATIVES} paths`)
    return found
  }
  return [pattern]
}

/** Parses a class such as `[a-z]` or `[!0-9]`. @returns undefined if no bracket closes it */
function readClass(text: string, start: number): { token: Token; end: number } | undefined {
  const negated = text[start + 1] === '!' || text[start + 1] === '^'
  const first = start + (negated ? 2 : 1)
  const end = text.indexOf(']', first + 1)
  if (end === -1) return undefined
  const ranges: [string, string][] = []
  for (let at = first; at < end; at += 1) {
    const from = text[at] ?? ''
    const isRange = text[at + 1] === '-' && at + 2 < end
    ranges.push([from, isRange ? (text[at + 2] ?? '') : from])
    if (isRange) at += 2
  }
  return { token: { ranges, negated }, end }
}

function readSegment(text: string): Segment {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const group = character === '[' ? readClass(text, at) : undefined
    if (group !== undefined) {
      tokens.push(group.token)
      at = group.end
    } else if (character === '*') tokens.push('any number')
    else if (character === '?') tokens.push('any one')
    else {
      if (character === '\\' && at + 1 < text.length) at += 1
      tokens.push({ character: text[at] ?? '' })
    }
  }
  return { tokens, startsWild: /^[*?[]/.test(text) }
}

function isCharacter(token: Token | undefined, found: string): boolean {
  if (token === undefined || token === 'any number') return false
  if (token === 'any one') return true
  if ('character' in token) return token.character === found
  return token.negated !== token.ranges.some(([from, to]) => found >= from && found <= to)
}

/** Whether a name matches. It backtracks only to the last star, so that time grows with the product of both lengths. */
function fits({ tokens, startsWild }: Segment, name: string): boolean {
  if (startsWild && name.startsWith('.')) return false
  let token = 0
  let at = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    const wanted = tokens[token]
    if (wanted === 'any number') {
      star = token
      resume = at
      token += 1
    } else if (isCharacter(wanted, name[at] ?? '')) {
      token += 1
      at += 1
    } else if (star >= 0) {
      resume += 1
      at = resume
      token = star + 1
    } else return false
  }
  return tokens.slice(token).every((rest) => rest === 'any number')
}

/** Whether the parts of a path match the segments of a pattern, computed for longer and longer starts of the pattern. */
function fitsAll(segments: readonly (Segment | typeof FOLDERS)[], parts: readonly string[]): boolean {
  // Whether the segments so far match the first n parts, by n.
  let reached = [true, ...parts.map(() => false)]
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    const next = reached.map(() => false)
    for (let count = 0; count <= parts.length; count += 1) {
      const part = parts[count - 1]
      if (segment !== FOLDERS)
        next[count] = part !== undefined && reached[count - 1] === true && fits(segment, part)
      else {
        // At the end of a pattern it selects what is in a folder, so it must match at least one part.
        const isVisible = part !== undefined && !part.startsWith('.')
        const before = next[count - 1] === true || (isLast && reached[count - 1] === true)
        next[count] = (isVisible && before) || (!isLast && reached[count] === true)
      }
    }
    reached = next
  }
  return reached[parts.length] === true
}

/** Parses the alternatives of a pattern into segments. @throws RangeError if there are too many alternatives */
export function readSegments(pattern: string): (Segment | typeof FOLDERS)[][] {
  return alternatives(pattern).map((way) =>
    way.split('/').map((text) => (text === FOLDERS ? FOLDERS : readSegment(text))),
  )
}

/**
 * Compiles a pattern of paths: `*` matches any characters of a name, `?` one, `[a-z]` one of a class, `{a,b}` one of several
 * texts, `**` any folders; a backslash escapes. Wildcards skip hidden files. Patterns and names come from people and
 * servers, so this is not a regular expression: time is limited by their lengths.
 * @throws RangeError if there are too many alternatives
 */
export function readGlob(pattern: string): (name: string) => boolean {
  const ways = readSegments(pattern)
  return (name) => {
    const parts = name.split('/')
    return ways.some((segments) => fitsAll(segments, parts))
  }
}
