import { expressionsOf } from './regular-expressions.mjs'

/** Most steps that an expression may take whose cost grows faster than its text: some ten milliseconds. */
const MOST_STEPS = 2 ** 24
/** Most characters for an expression of which nobody can tell how its cost grows. */
const MOST_UNKNOWN = 1_024

/** Whether a text of at most so many characters is short enough for a degree. */
function isBounded(bound, degree) {
  if (degree === 'exponential') return false
  return degree === 'unknown' ? bound <= MOST_UNKNOWN : bound ** degree <= MOST_STEPS
}

const words = (degree) =>
  degree === 'unknown'
    ? 'nobody can tell how its time grows with the text'
    : degree === 'exponential'
      ? 'its time grows exponentially with the text'
      : `its time grows with the power ${degree} of the text`

/**
 * What is wrong with the regular expressions of a file: each is linear, or a comment beside it says why it takes no longer.
 * @param {string} path of the file
 * @param {(source: string, flags: string) => number | 'exponential' | 'unknown'} degreeOf
 * @param {string} [text] of the file, if it isn't to be read
 * @returns {string[]}
 */
export function expressionFaults(path, degreeOf, text) {
  const faults = []
  for (const { line, source, flags, mark } of expressionsOf(path, text)) {
    const say = (fault) =>
      faults.push(`${path}:${line}: ${source === undefined ? '' : `/${source}/${flags}: `}${fault}`)
    if (source === undefined) {
      if (mark === undefined) say('the text of this expression cannot be derived from the code')
      continue
    }
    const degree = degreeOf(source, flags)
    if (degree === 1) {
      if (mark !== undefined) say('it is linear: remove the mark')
    } else if (mark === undefined) say(words(degree))
    else if (mark.bound === undefined ? degree !== 'unknown' : !isBounded(mark.bound, degree))
      say(`${words(degree)}, and its mark does not allow that`)
  }
  return faults
}
