import { setImmediate } from 'node:timers/promises'
import { fail, type Result } from '@binnacle/contract/core'
import { formatPath, isRecord } from '@binnacle/contract/schema'
import type { SegmentedProblem } from '@binnacle/plugin-kit/core'

/** The valid part of a spec, and all problems of the rest. */
export interface PartialSpec<Spec> {
  /** The spec without invalid checks; undefined if nothing is valid. */
  spec: Spec | undefined
  problems: SegmentedProblem[]
}

/** Most rounds of parsing. Errors of one kind hide others, so each round parses again without the invalid checks. */
const MOST_ROUNDS = 5

/**
 * Parses a spec and leaves out invalid checks.
 * @param input in normal spelling
 * @param isType whether a key is a list of checks
 * @param parse parses the whole spec
 */
export async function parsePartly<Spec>(
  input: unknown,
  isType: (key: string) => boolean,
  parse: (input: unknown) => Promise<Result<Spec, SegmentedProblem[]>>,
): Promise<PartialSpec<Spec>> {
  const problems: SegmentedProblem[] = []
  let left = input
  /** For each type, the original indexes of the remaining checks. */
  const indexes = new Map<string, readonly number[]>()
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const parsed = await parse(left)
    if (parsed.ok) return { spec: parsed.value, problems }
    // Each round visits the whole spec, so other requests get a turn between them.
    await setImmediate()
    const refused = new Map<string, Set<number>>()
    let concernsSpec = false
    for (const problem of parsed.failure) {
      const [key, index, ...rest] = problem.segments
      if (typeof key !== 'string' || typeof index !== 'number' || !isType(key)) {
        concernsSpec = true
        problems.push(problem)
        continue
      }
      refused.set(key, (refused.get(key) ?? new Set()).add(index))
      const segments = [key, indexes.get(key)?.[index] ?? index, ...rest]
      const message =
        round > 1 && rest[0] === 'dependsOn' ? 'the check that it depends on has errors' : problem.message
      problems.push({ ...problem, message, segments, path: formatPath(segments) })
    }
    if (concernsSpec || !isRecord(left)) break
    left = Object.fromEntries(
      Object.entries(left).flatMap(([key, list]) => {
        const wrong = refused.get(key)
        if (wrong === undefined || !Array.isArray(list)) return [[key, list]]
        const before = indexes.get(key) ?? list.map((_, index) => index)
        indexes.set(
          key,
          before.filter((_, index) => !wrong.has(index)),
        )
        const others = list.filter((_, index) => !wrong.has(index))
        return others.length === 0 ? [] : [[key, others]]
      }),
    )
    if (!isRecord(left) || !Object.keys(left).some(isType)) break
  }
  return { spec: undefined, problems }
}

/** Converts a partial result: the spec if there are no problems, otherwise all problems. */
export function demandWhole<Spec>({ spec, problems }: PartialSpec<Spec>): Result<Spec, SegmentedProblem[]> {
  return spec === undefined || problems.length > 0 ? fail(problems) : { ok: true, value: spec }
}
