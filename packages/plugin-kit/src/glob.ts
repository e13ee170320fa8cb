/** One of several characters, as ranges of them; or, negated, none of them. */
interface CharacterClass {
  ranges: readonly (readonly [from: string, to: string])[]
  negated: boolean
}

/** A place of a pattern: any number of any characters, any character, one of several, or a certain one. */
export type Token = 'any number' | 'any one' | CharacterClass | { character: string }

export interface Segment {
  tokens: readonly Token[]
  /** Whether it begins with a wildcard, which no name of a hidden file fits. */
  startsWild: boolean
}

/** Any number of folders. */
export const FOLDERS = '**'
/** Braces multiply; more ways than this to read a pattern are a mistake. */
const MOST_ALTERNATIVES = 1_000

/** The end of what begins with a brace, and where its commas are; undefined where no brace closes it. */
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

/** A pattern without braces for each way to read it: `{a,b}c` is `ac` and `bc`. */
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

/** Reads what stands in brackets, such as `[a-z]` or `[!0-9]`; undefined where nothing closes them. */
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

/** Goes back to the last star only, so that the time grows with the product of both lengths and no further. */
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

/** Whether the parts of a path fit the segments of a pattern; found for ever longer beginnings of the pattern. */
function fitsAll(segments: readonly (Segment | typeof FOLDERS)[], parts: readonly string[]): boolean {
  // Whether the segments so far fit the first n parts, by n.
  let reached = [true, ...parts.map(() => false)]
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    const next = reached.map(() => false)
    for (let count = 0; count <= parts.length; count += 1) {
      const part = parts[count - 1]
      if (segment !== FOLDERS)
        next[count] = part !== undefined && reached[count - 1] === true && fits(segment, part)
      else {
        // At the end of a pattern it stands for what is in a folder, and so for something.
        const isVisible = part !== undefined && !part.startsWith('.')
        const before = next[count - 1] === true || (isLast && reached[count - 1] === true)
        next[count] = (isVisible && before) || (!isLast && reached[count] === true)
      }
    }
    reached = next
  }
  return reached[parts.length] === true
}

/** The ways to read a pattern, each as its segments. @throws RangeError when the braces mean too many paths */
export function readSegments(pattern: string): (Segment | typeof FOLDERS)[][] {
  return alternatives(pattern).map((way) =>
    way.split('/').map((text) => (text === FOLDERS ? FOLDERS : readSegment(text))),
  )
}

/**
 * Reads a pattern of paths: `*` stands for any characters of a name, `?` for one, `[a-z]` for one of several, `{a,b}` for
 * one of several texts, `**` for any folders; a backslash takes the meaning of what follows. Wildcards pass over hidden
 * files. Patterns and names come from people and servers: whatever they are, the time is bounded by their lengths, which
 * those of regular expressions is not.
 * @throws RangeError when the braces mean too many paths
 */
export function readGlob(pattern: string): (name: string) => boolean {
  const ways = readSegments(pattern)
  return (name) => {
    const parts = name.split('/')
    return ways.some((segments) => fitsAll(segments, parts))
  }
}
