import { fail, type Result, succeed } from '@binnacle/contract/core'
import { FOLDERS, readSegments, type Segment, type Token } from '../core/glob.ts'

/** Paths that stand for the output of a script. */
export const STREAMS = ['/dev/stdout', '/dev/stderr'] as const

/** The scratch folder as a script in namespaces sees it. */
const SCRATCH = '/tmp/'

/** A pattern of files in the scratch folder of a script. */
export interface ArtifactPath {
  /** Whether the pattern is relative to the scratch folder, not to the folder in which the script runs. */
  isAbsolute: boolean
  /** Relative. */
  pattern: string
}

/**
 * Parses a path of files of a script: a pattern below the folder of the script or below /tmp. A slash at the end selects
 * everything in a folder.
 * @returns what is wrong with it, in words that go on with "…"
 */
export function readArtifactPath(text: string): Result<ArtifactPath, string> {
  const isAbsolute = text.startsWith(SCRATCH)
  if (text.startsWith('/') && !isAbsolute)
    return fail('is outside the folder of the script: name a path below it, or below /tmp')
  const pattern = (isAbsolute ? text.slice(SCRATCH.length) : text)
    .replace(/^(?:\.?\/+)+/, '')
    .replace(/\/$/, `/${FOLDERS}`)
  // Names of files may contain control characters, but a pattern with one is a mistake.
  if (pattern === '' || /\p{Cc}/u.test(pattern)) return fail('names no file')
  if (pattern.split('/').some((part) => part === '..'))
    return fail('is outside the folder of the script: leave ".." out')
  const regex = regexOf(pattern)
  return regex.ok ? succeed({ isAbsolute, pattern }) : regex
}

/** Writes a range of a class. Only ranges of letters and digits mean the same in every locale of POSIX. */
function rangeText([from, to]: readonly [string, string]): string {
  if (from === to) return from
  const isPlain = [/^[a-z]+$/, /^[A-Z]+$/, /^\d+$/].some((kind) => kind.test(from + to))
  if (!isPlain || from > to) throw new RangeError('has a range that is neither of letters nor of digits')
  return `${from}-${to}`
}

/** Writes a class for POSIX: `]` first, `[` and `-` at the end, and never the slash. */
function classText({ ranges, negated }: Extract<Token, { negated: boolean }>, atStart: boolean): string {
  const texts = new Set(ranges.map(rangeText))
  const special = (character: string) => (texts.has(character) ? character : '')
  const plain = [...texts].filter((text) => !['[', ']', '-', '^', '/', '.'].includes(text)).join('')
  const dot = (negated ? atStart || texts.has('.') : texts.has('.') && !atStart) ? '.' : ''
  const first = `${special(']')}${plain}${dot}${negated ? '/' : ''}${special('[')}`
  if (negated) return `[^${first}${special('^')}${special('-')}]`
  if (first !== '') return `[${first}${special('^')}${special('-')}]`
  // A circumflex at the start would negate the class.
  if (texts.has('^')) return texts.has('-') ? '[-^]' : '\\^'
  if (texts.has('-')) return '-'
  throw new RangeError('has brackets that fit no name')
}

function literal(character: string): string {
  return character.replace(/[\\^$.|?*+(){}[\]]/, '\\$&')
}

/** Whether a token matches only a dot. */
function isDot(token: Token | undefined): boolean {
  if (typeof token !== 'object') return false
  if ('character' in token) return token.character === '.'
  return !token.negated && token.ranges.every(([from, to]) => from === '.' && to === '.')
}

/** @param atStart whether a wildcard here would be the first character of a name, which must not be a dot */
function tokensText(tokens: readonly Token[], atStart: boolean): string {
  const [token, ...rest] = tokens
  if (token === undefined) return ''
  const one = atStart ? '[^./]' : '[^/]'
  if (token === 'any one') return one + tokensText(rest, false)
  if (token !== 'any number')
    return 'character' in token
      ? literal(token.character) + tokensText(rest, false)
      : classText(token, atStart) + tokensText(rest, false)
  const others = rest.slice(rest.findIndex((next) => next !== 'any number'))
  if (rest.every((next) => next === 'any number')) return atStart ? '[^./][^/]*' : '[^/]*'
  if (!atStart) return `[^/]*${tokensText(others, false)}`
  const some = `[^./][^/]*${tokensText(others, false)}`
  return isDot(others[0]) ? some : `(${some}|${tokensText(others, true)})`
}

/** Characters; programs take arguments of 128 KiB. */
const LONGEST_REGEX = 5_000

const VISIBLE = '[^./][^/]*'

function segmentsText(segments: readonly (Segment | typeof FOLDERS)[]): string {
  return segments
    .map((segment, index) => {
      const isLast = index === segments.length - 1
      if (segment === FOLDERS) return isLast ? `(${VISIBLE}/)*${VISIBLE}` : `(${VISIBLE}/)*`
      return tokensText(segment.tokens, segment.startsWild) + (isLast ? '' : '/')
    })
    .join('')
}

/**
 * Converts a pattern to an extended regular expression of POSIX, for `find`. It matches the same paths as `readGlob`.
 * @returns the expression, or the problem of the pattern
 */
export function regexOf(pattern: string): Result<string, string> {
  try {
    const text = `(${readSegments(pattern).map(segmentsText).join('|')})`
    return text.length <= LONGEST_REGEX ? succeed(text) : fail('is too long')
  } catch (error) {
    if (error instanceof RangeError) return fail(error.message)
    throw error
  }
}

/** Escapes a text for a pattern. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\*?[\]{},]/g, '\\$&')
}
