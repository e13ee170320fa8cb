import { compilePattern, type ForeignPattern } from '@binnacle/contract/patterns'
import type { Budget } from './budget.ts'
import { ScriptFailure } from './failure.ts'

/** Characters. Longer patterns make automata of excessive size. */
const LONGEST_PATTERN = 1_000
const KEPT_PATTERNS = 200
/** Larger programs take milliseconds for each character of the text. */
const LARGEST_PROGRAM = 10_000

const compiled = new Map<string, ForeignPattern>()

/**
 * Compiles a regular expression in RE2 syntax, which takes time linear in the text. No pattern of a user runs in V8.
 * @throws ScriptFailure if it is invalid or too large
 */
export function pattern(source: string): ForeignPattern {
  const known = compiled.get(source)
  if (known !== undefined) return known
  if (source.length > LONGEST_PATTERN)
    throw new ScriptFailure('arguments', `regular expression longer than ${LONGEST_PATTERN} characters`)
  const made = compile(source)
  if (made.programSize() > LARGEST_PROGRAM)
    throw new ScriptFailure('arguments', 'regular expression too large: it repeats too much')
  const [oldest] = compiled.keys()
  if (compiled.size >= KEPT_PATTERNS && oldest !== undefined) compiled.delete(oldest)
  compiled.set(source, made)
  return made
}

function compile(source: string): ForeignPattern {
  const made = compilePattern(source)
  if (made.ok) return made.value
  throw new ScriptFailure('arguments', `bad regular expression ${JSON.stringify(source)}: ${made.failure}`)
}

/** Whether the pattern is found anywhere in the text. */
export function found(source: string, text: string): boolean {
  return guard(pattern(source), text).matcher(text).find()
}

/** Most steps of the automaton in a search: its size times the length of the text. */
const MOST_WORK = 20_000_000

/** Refuses a search that would take long although it is linear, because both pattern and text are large. */
export function guard(expression: ForeignPattern, text: string): ForeignPattern {
  if (expression.programSize() * text.length > MOST_WORK)
    throw new ScriptFailure('too-slow', 'regular expression and text are both too large')
  return expression
}

/**
 * Iterates over the matches of a pattern. Each search may read the whole rest of the text, so all searches together
 * are not linear. The budget ends them in time.
 */
export function* matchesIn(
  source: string,
  text: string,
  budget: Budget,
): Generator<ReturnType<ForeignPattern['matcher']>> {
  const matcher = guard(pattern(source), text).matcher(text)
  while (matcher.find()) {
    budget.longStep()
    yield matcher
  }
}

/**
 * Splits a text at the matches of a pattern. An empty match at the start is ignored.
 * @param most most parts, of which the last keeps the rest; all if negative
 */
export function parts(source: string, text: string, budget: Budget, most = -1): string[] {
  if (most === 0) return []
  const found: string[] = []
  let last = 0
  for (const match of matchesIn(source, text, budget)) {
    if (found.length === most - 1) break
    if (match.end() === 0) continue
    found.push(text.slice(last, match.start()))
    last = match.end()
  }
  return [...found, text.slice(last)]
}
