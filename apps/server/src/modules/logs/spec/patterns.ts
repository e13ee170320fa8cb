import { RE2JS } from 're2js'

/** Why a text is no regular expression; undefined if it is one. */
export function patternProblem(text: string): string | undefined {
  try {
    RE2JS.compile(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? `not a regular expression: ${error.message}` : 'not a regular expression'
  }
}
