import { RE2JS } from 're2js'
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
