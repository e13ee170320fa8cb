import { literalSpellings, SHORTEST, spellingsOf, splitSpellings } from './redact-spellings.ts'
import { type Match, type Pattern, WindowIndex } from './redact-search.ts'
import { foldText, isPlainWord, type SignificantCharacters } from './redact-fold.ts'

const MASK = '***'

/** Characters with which a search starts. Shorter starts would match by chance. */
const WINDOW = 8
const SHORT_WINDOW = 4

/** How far apart the punctuation at the start or end of a secret may be. */
const FARTHEST_EDGE = 3

/** A part of a text: its start, and the index after its end. */
type Span = readonly [from: number, to: number]

/** Replaces secrets in a text. */
export interface Redactor {
  (text: string): string
  /** The parts of a text that reveal a secret, in order and without overlap. */
  spans: (text: string) => readonly Span[]
}

/** Patterns by the way they are compared. */
interface Patterns {
  /** Spellings that are compared exactly. */
  literal: readonly Pattern[]
  /** Significant parts of long spellings, which match whatever separates their characters. */
  long: readonly Pattern[]
  /** Significant parts of short secrets, which match only if something separates their characters. */
  short: readonly Pattern[]
}

function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index)
  return codes
}

function patternsOf(secrets: readonly string[]): Patterns {
  const literal: Pattern[] = []
  const long: Pattern[] = []
  const short: Pattern[] = []
  for (const spelling of new Set(secrets.flatMap(spellingsOf))) {
    const { codes } = foldText(spelling)
    if (codes.length >= WINDOW) long.push({ codes, text: spelling })
    else if (spelling.length >= SHORTEST) literal.push({ codes: codesOf(spelling), text: spelling })
  }
  for (const secret of new Set(secrets)) {
    const { codes } = foldText(secret)
    for (const spelling of literalSpellings(secret))
      literal.push({ codes: codesOf(spelling), text: spelling })
    if (codes.length >= WINDOW) continue
    for (const spelling of splitSpellings(secret)) literal.push({ codes: codesOf(spelling), text: spelling })
    if (codes.length < SHORT_WINDOW) continue
    short.push({ codes, text: secret }, { codes: codes.toReversed(), text: secret })
  }
  return { literal, long, short }
}

/** Indexes that find the patterns in a text. */
interface Indexes {
  literal: WindowIndex
  long: WindowIndex
  short: WindowIndex
}

function indexesOf({ literal, long, short }: Patterns): Indexes {
  return {
    literal: new WindowIndex(literal, SHORTEST),
    long: new WindowIndex(long, WINDOW),
    short: new WindowIndex(short, SHORT_WINDOW),
  }
}

/** Extends a match by the punctuation at its start and end, such as the = at the end of Base64. */
function withEdges(text: string, { positions }: SignificantCharacters, { from, to, pattern }: Match): Span {
  let [start, end] = [positions[from] ?? 0, (positions[to - 1] ?? 0) + 1]
  const spelling = pattern.text
  const edges = pattern.edges ?? (pattern.edges = edgesOf(spelling))
  for (let index = edges[0] - 1; index >= 0; index -= 1) {
    const near = Math.max(0, start - FARTHEST_EDGE)
    const place = text.slice(near, start).lastIndexOf(spelling[index] ?? '')
    if (place === -1) break
    start = near + place
  }
  for (let index = edges[1]; index < spelling.length; index += 1) {
    const place = text.slice(end, end + FARTHEST_EDGE).indexOf(spelling[index] ?? '')
    if (place === -1) break
    end += place + 1
  }
  return [start, end]
}

/** Start and end of the significant part of a spelling. */
function edgesOf(spelling: string): [number, number] {
  const { positions } = foldText(spelling)
  return [positions[0] ?? 0, (positions.at(-1) ?? 0) + 1]
}

/** Whether the characters of a short secret are in groups of equal length with separators. */
function isSplit({ positions }: SignificantCharacters, { from, to, pattern }: Match): boolean {
  const groups: number[] = []
  let size = 1
  for (let index = from + 1; index < to; index += 1) {
    if ((positions[index] ?? 0) === (positions[index - 1] ?? 0) + 1) size += 1
    else {
      groups.push(size)
      size = 1
    }
  }
  const [first = 0] = groups
  const isRegular = first > 0 && groups.every((group) => group === first) && size <= first
  // Dates, times and addresses are numbers in groups.
  return isRegular && (first === 1 || !/^[\d\W]+$/.test(pattern.text))
}

/** Adds a match, and merges overlapping ones, so that a text full of secrets needs no more memory. */
function add(spans: [number, number][], [from, to]: Span): void {
  const last = spans.at(-1)
  if (last === undefined || from >= last[1]) spans.push([from, to])
  else {
    last[0] = Math.min(last[0], from)
    last[1] = Math.max(last[1], to)
  }
}

function spansIn(text: string, { literal, long, short }: Indexes, patterns: () => Patterns): Span[] {
  const found: [number, number][][] = []
  const searching = () => {
    const spans: [number, number][] = []
    found.push(spans)
    return spans
  }
  if (!literal.isEmpty) {
    const spans = searching()
    literal.search(
      codesOf(text),
      () => patterns().literal,
      ({ from, to }) => add(spans, [from, to]),
    )
  }
  if (!long.isEmpty || !short.isEmpty) {
    const folded = foldText(text)
    const { codes, positions } = folded
    const whole = searching()
    long.search(
      codes,
      () => patterns().long,
      (one) => add(whole, withEdges(text, folded, one)),
    )
    const split = searching()
    short.search(
      codes,
      () => patterns().short,
      (one) => {
        if (isSplit(folded, one)) add(split, [positions[one.from] ?? 0, (positions[one.to - 1] ?? 0) + 1])
      },
    )
  }
  const filled = found.filter((spans) => spans.length > 0)
  const [only = []] = filled
  if (filled.length < 2) return only
  const merged: [number, number][] = []
  for (const span of filled.flat().toSorted((a, b) => a[0] - b[0])) add(merged, span)
  return merged
}

function replaced(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let place = 0
  for (const [from, to] of spans) {
    parts.push(text.slice(place, from), MASK)
    place = to
  }
  return `${parts.join('')}${text.slice(place)}`
}

/** Redactors by their list of secrets, because every run of a check has the same list. */
const known = new WeakMap<readonly string[], Redactor>()

/**
 * Creates a function that replaces every given secret in a text. It finds a secret with any punctuation and white space
 * between its characters, backwards, in other letters, escaped (URL, JSON, HTML, shell, C), in Base64, and as numbers of
 * characters. Secrets of fewer than four characters are found only unchanged and escaped. Time and memory grow with the
 * text and with the secrets, not with their product.
 * @param secrets resolved values; those shorter than three characters are ignored. The list must never change.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const same = known.get(secrets)
  if (same !== undefined) return same
  const telling = secrets.filter((secret) => secret.length >= SHORTEST)
  let indexes: Indexes | undefined
  // Patterns are large and most texts contain none, so they are created when a text may contain one. Until the memory is
  // needed they stay: a thousand documents of one source may each contain one.
  let made: WeakRef<Patterns> | undefined
  const patterns = () => {
    const kept = made?.deref()
    if (kept !== undefined) return kept
    const fresh = patternsOf(telling)
    made = new WeakRef(fresh)
    return fresh
  }
  const spans = (text: string): readonly Span[] => {
    if (telling.length === 0 || text.length < SHORTEST || isPlainWord(text)) return []
    indexes ??= indexesOf(patterns())
    return spansIn(text, indexes, patterns)
  }
  const redactor: Redactor = Object.assign((text: string) => replaced(text, spans(text)), { spans })
  known.set(secrets, redactor)
  return redactor
}
