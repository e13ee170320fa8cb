import type { Problem } from '@binnacle/contract/core'
import { RequestError } from '../errors.ts'

/** The path of a field of a spec, as clients that send the spec as a field know it: it starts with `spec`. */
export function pathInSpec(path: string): string {
  if (path === '') return 'spec'
  return path.startsWith('[') ? `spec${path}` : `spec.${path}`
}

/**
 * The error for a spec with problems. Their paths start with `spec`.
 * @param noun what the spec describes, such as `canary`
 */
export function specRefusal(noun: string, failure: readonly Problem[]): RequestError {
  const problems = failure.map((problem) => ({ ...problem, path: pathInSpec(problem.path) }))
  const [first] = problems
  return new RequestError(
    'EINVALID',
    first === undefined ? `The spec of the ${noun} is not valid` : `${first.path}: ${first.message}`,
    problems,
  )
}
