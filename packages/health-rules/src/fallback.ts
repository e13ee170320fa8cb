import { isFields, type Fields } from './document.ts'
import { outcome, type HealthOutcome } from './outcome.ts'
import { healthOfState } from './words.ts'

/** Levels and values that are searched for a state, so that a huge document costs little. */
const MOST_LEVELS = 4
const MOST_VALUES = 2_000

const isStateKey = (key: string) => /(?:status|state)$/i.test(key)

/** The texts of fields named status or state, or ending so: nearest first, exact names before the rest. */
function statesOf(document: Fields): string[] {
  let level: Fields[] = [document]
  let visited = 0
  const states: string[] = []
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0 && visited < MOST_VALUES; depth += 1) {
    const below: Fields[] = []
    const exact: string[] = []
    const others: string[] = []
    for (const fields of level)
      for (const [key, value] of Object.entries(fields)) {
        visited += 1
        if (visited > MOST_VALUES) break
        if (typeof value === 'string' && isStateKey(key))
          (/^(?:status|state)$/i.test(key) ? exact : others).push(value)
        else if (isFields(value)) below.push(value)
      }
    states.push(...exact, ...others)
    level = below
  }
  return states
}

/** Health by whatever field of a document is a state: the first whose word is known, else the first. */
export function healthByAnyState(document: Fields): HealthOutcome {
  const found = statesOf(document).map((state) => healthOfState(state))
  return found.find(({ health }) => health !== 'unknown') ?? found[0] ?? outcome('unknown', undefined)
}
