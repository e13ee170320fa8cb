import { fail, type Result, succeed } from '@binnacle/contract/core'
import { compilePattern } from '@binnacle/contract/patterns'

/** Names of files, and the regular expression (RE2) that chooses some. Plain data, because it goes to a worker. */
export interface NamesToMatch {
  regex: string
  names: readonly string[]
}

/** The names that an expression finds. Called in a worker: names are many, and each costs as much as the expression is large. */
export function matchingNames({ regex, names }: NamesToMatch): Result<string[], string> {
  const pattern = compilePattern(regex)
  if (!pattern.ok) return fail(`the regular expression ${regex} cannot be read: ${pattern.failure}`)
  return succeed(names.filter((name) => pattern.value.matcher(name).find()))
}
