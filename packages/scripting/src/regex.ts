import { type Matcher, RE2JS } from 're2js'
import type { Budget } from './budget.ts'
import { ScriptFailure } from './failure.ts'

/** Patterns longer than this make automata of a size that nobody means. */
const LONGEST_PATTERN = 1_000
const KEPT_PATTERNS = 200
/** Programs larger than this take milliseconds for each character of the text. */
const LARGEST_PROGRAM = 10_000

const compiled = new Map<string, RE2JS>()

/**
 * A regular expression of RE2's syntax, which takes time linear in the text: no user's pattern runs in V8.
 * @throws ScriptFailure when it is wrong or too large
 */
export function pattern(source: string): RE2JS {
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

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    throw new ScriptFailure(
      'arguments',
      `bad regular expression ${JSON.stringify(source)}: ${error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : ''}`,
    )
  }
}

/** Whether the pattern is found anywhere in the text. */
export function found(source: string, text: string): boolean {
  return guard(pattern(source), text).matcher(text).find()
}

/** Steps of the automaton that a search may take: its size times the text. */
const MOST_WORK = 20_000_000

/** Refuses a search that would take long all the same, because both the pattern and the text are large. */
export function guard(expression: RE2JS, text: string): RE2JS {
  if (expression.programSize() * text.length > MOST_WORK)
    throw new ScriptFailure('too-slow', 'regular expression and text are both too large')
  return expression
}

/**
 * Goes over the pieces of a text that a pattern matches. Each search may look through the whole rest of the text, so
 * that all of them together are not linear; the budget ends them in time.
 */
export function* matchesIn(source: string, text: string, budget: Budget): Generator<Matcher> {
  const matcher = guard(pattern(source), text).matcher(text)
  while (matcher.find()) {
    budget.longStep()
    yield matcher
  }
}

/**
 * The parts of a text between matches of a pattern; a match of nothing at the beginning parts nothing.
 * @param most how many parts at most, of which the last keeps the rest; all if negative
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
