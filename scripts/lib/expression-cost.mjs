// How the time of a regular expression grows with its text, by recheck, which finds the worst text for an expression.
import recheck from 'recheck/lib/browser.js'

/**
 * A repetition that may be longer counts as one without end, as each start costs that much. The first is quick to examine,
 * and the second tells more expressions to be linear.
 */
const LONGEST_REPETITIONS = [8, 64]
/** How long an expression is examined, in milliseconds; one that takes longer is too intricate to be said to be linear. */
const TIMEOUT = 15_000
/** Counts up whenever the same expression may get another verdict. */
export const VERDICTS = 1

const lookaround = /^\(\?(<?[=!])/

/** Position behind the part of a pattern that begins at a position: an escape, a class, a group, or one character. */
function endOf(source, start) {
  if (source[start] === '\\') return start + 2
  if (source[start] === '[') {
    let at = start + 1
    while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1
    return at + 1
  }
  if (source[start] !== '(') return start + 1
  let at = start + 1
  while (at < source.length && source[at] !== ')') at = endOf(source, at)
  return at + 1
}

/** Long repetitions without their bounds. */
function withoutBounds(text, most) {
  return text.replace(/^\{(\d{1,9})(?:,(\d{0,9}))?\}/, (whole, least, upper) => {
    // A repetition without end, such as {16,}, is one of its least length and more.
    if (Number(upper ?? '') <= most && Number(least) <= most) return whole
    return Number(least) === 0 ? '*' : '+'
  })
}

/**
 * The expression that is examined: a look ahead is tried like any other part, and a long repetition has no end.
 * @param {string} source
 * @param {number} most longest repetition that stays
 * @returns {string}
 */
export function simplified(source, most) {
  let result = ''
  for (let at = 0; at < source.length;) {
    const look = lookaround.exec(source.slice(at, at + 5))
    const end = endOf(source, at)
    if (look !== null) {
      const inner = simplified(source.slice(at + look[0].length, end - 1), most)
      if (look[1] === '=' || look[1] === '<=') result += `(?:${inner})`
      else if (look[1] === '!') result += `(?:(?:${inner})[^\\s\\S]|)`
      at = end
    } else if (source[at] === '(') {
      result += '('
      at += 1
    } else if (source[at] === '{') {
      const close = source.indexOf('}', at)
      const text = close === -1 ? '{' : source.slice(at, close + 1)
      result += withoutBounds(text, most)
      at += text.length
    } else {
      result += source.slice(at, end)
      at = end
    }
  }
  return result
}

/**
 * @param {string} source
 * @param {string} flags
 * @returns {number | 'exponential' | 'unknown'} 1: linear, 2: quadratic …; unknown: it is too intricate, or has a back
 *   reference
 */
export function costOf(source, flags) {
  let degree
  for (const most of LONGEST_REPETITIONS) {
    degree = examine(simplified(source, most), flags)
    if (degree === 1) break
  }
  return degree
}

function examine(source, flags) {
  const result = recheck.checkSync(source, flags, {
    checker: 'automaton',
    timeout: TIMEOUT,
    maxNFASize: 1_000_000,
    maxPatternSize: 100_000,
  })
  if (result.status === 'safe') return 1
  if (result.status === 'unknown') return 'unknown'
  return result.complexity.type === 'exponential' ? 'exponential' : result.complexity.degree
}
