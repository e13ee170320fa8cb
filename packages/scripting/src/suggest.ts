import { suggestKey } from '@binnacle/contract/search'
import { functionsOf } from './functions/registry.ts'
import { javaScriptGlobals } from './javascript/globals.ts'
import type { Language } from './script.ts'

/** `; did you mean "x"?` where a name is near, or nothing. */
export function didYouMean(written: string, known: readonly string[]): string {
  // The last word counts as much as the whole: people forget namespaces too.
  const whole = suggestKey(written, known)
  const tail = known.find((name) => name.split('.').at(-1)?.toLowerCase() === written.toLowerCase())
  const near = tail ?? whole
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/** Names that scripts of a language can call. */
export function callable(language: Language, given: readonly string[]): string[] {
  return [...functionsOf(language).keys(), ...given]
}

/** What to add to the message of an unknown name. */
export function suggestion(
  { code, message }: { code: string; message: string },
  language: Language,
  variables: readonly string[],
  given: readonly string[],
): string {
  const written = /^unknown (?:variable|function) (\S+)$/.exec(message)?.[1]
  if (written === undefined) return ''
  if (code === 'unknown-function') return didYouMean(written, callable(language, given))
  if (code !== 'unknown-variable') return ''
  return didYouMean(
    written,
    language === 'javascript'
      ? [...variables, ...callable(language, given), ...javaScriptGlobals]
      : variables,
  )
}
