import { fail, type Result, succeed } from '@binnacle/contract/result'
import { FOLDERS, readSegments, type Segment, type Token } from './glob.ts'

/** Paths that mean what a script printed instead of a file. */
export const STREAMS = ['/dev/stdout', '/dev/stderr'] as const

/** The scratch folder of a script where it is in namespaces: paths below it are paths in the scratch folder. */
const SCRATCH = '/tmp/'

/** Files in the scratch folder of a script, by a pattern. */
export interface ArtifactPath {
  /** Whether it begins at the scratch folder, and not where the script runs. */
  isAbsolute: boolean
  /** Relative. */
  pattern: string
}

/**
 * Reads a path that names files of a script: a pattern below the folder of the script or below /tmp; a slash at the end
 * stands for all that is in a folder.
 * @returns what is wrong with it, in words that go on with "…"
 */
export function readArtifactPath(text: string): Result<ArtifactPath, string> {
  const isAbsolute = text.startsWith(SCRATCH)
  if (text.startsWith('/') && !isAbsolute)
    return fail('is outside the folder of the script: name a path below it, or below /tmp')
  const pattern = (isAbsolute ? text.slice(SCRATCH.length) : text)
    .replace(/^(?:\.?\/+)+/, '')
    .replace(/\/$/, `/${FOLDERS}`)
  // Names of files may hold them, but what is meant by them is a mistake.
  if (pattern === '' || /\p{Cc}/u.test(pattern)) return fail('names no file')
  if (pattern.split('/').some((part) => part === '..'))
    return fail('is outside the folder of the script: leave ".." out')
  const regex = regexOf(pattern)
  return regex.ok ? succeed({ isAbsolute, pattern }) : regex
}

/** A range of a class as POSIX has it in every language: letters and digits only, in their order. */
function rangeText([from, to]: readonly [string, string]): string {
  if (from === to) return from
  const isPlain = [/^[a-z]+$/, /^[A-Z]+$/, /^\d+$/].some((kind) => kind.test(from + to))
  if (!isPlain || from > to) throw new RangeError('has a range that is neither of letters nor of digits')
  return `${from}-${to}`
}

/** A class as POSIX writes it: `]` first, `[` and `-` at the end, and never the slash. */
function classText({ ranges, negated }: Extract<Token, { negated: boolean }>, atStart: boolean): string {
  const texts = new Set(ranges.map(rangeText))
  const special = (character: string) => (texts.has(character) ? character : '')
  const plain = [...texts].filter((text) => !['[', ']', '-', '^', '/', '.'].includes(text)).join('')
  const dot = (negated ? atStart || texts.has('.') : texts.has('.') && !atStart) ? '.' : ''
  const first = `${special(']')}${plain}${dot}${negated ? '/' : ''}${special('[')}`
  if (negated) return `[^${first}${special('^')}${special('-')}]`
  if (first !== '') return `[${first}${special('^')}${special('-')}]`
  // A circumflex at the beginning would turn the class around.
  if (texts.has('^')) return texts.has('-') ? '[-^]' : '\\^'
  if (texts.has('-')) return '-'
  throw new RangeError('has brackets that fit no name')
}

function literal(character: string): string {
  return character.replace(/[\\^$.|?*+(){}[\]]/, '\\$&')
}

/** Whether a place stands for a dot only. */
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
 * A pattern as an extended regular expression of POSIX, for `find`. It fits what `readGlob` says that the pattern fits.
 * @returns what is wrong with the pattern
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

/** A text that stands for itself in a pattern. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\*?[\]{},]/g, '\\$&')
}
