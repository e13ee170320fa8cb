import { setImmediate } from 'node:timers/promises'
import { fail, formatPath, isRecord, type Result } from '@binnacle/contract'
import type { SegmentedProblem } from '@binnacle/plugin-kit'

/** What can be used of a spec, and all that is wrong with the rest. */
export interface PartialSpec<Spec> {
  /** The spec without the checks that are refused; undefined where nothing of it can be used. */
  spec: Spec | undefined
  problems: SegmentedProblem[]
}

/** Errors of one kind hide others, so that a spec is parsed again without the checks that are refused. */
const MOST_ROUNDS = 5

/**
 * Parses a spec and leaves out the checks that are wrong, so that one of them does not refuse the others.
 * @param input in the spelling of the schema
 * @param isType whether a key is that of a list of checks
 * @param parse parses the whole spec
 */
export async function parsePartly<Spec>(
  input: unknown,
  isType: (key: string) => boolean,
  parse: (input: unknown) => Promise<Result<Spec, SegmentedProblem[]>>,
): Promise<PartialSpec<Spec>> {
  const problems: SegmentedProblem[] = []
  let left = input
  /** Of the checks that are left, by type: their place in the list that was written. */
  const places = new Map<string, readonly number[]>()
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const parsed = await parse(left)
    if (parsed.ok) return { spec: parsed.value, problems }
    // Each round goes through the whole spec: others have their turn between them.
    await setImmediate()
    const refused = new Map<string, Set<number>>()
    let isWhole = false
    for (const problem of parsed.failure) {
      const [key, index, ...rest] = problem.segments
      if (typeof key !== 'string' || typeof index !== 'number' || !isType(key)) {
        isWhole = true
        problems.push(problem)
        continue
      }
      refused.set(key, (refused.get(key) ?? new Set()).add(index))
      const segments = [key, places.get(key)?.[index] ?? index, ...rest]
      const message =
        round > 1 && rest[0] === 'dependsOn' ? 'the check that it depends on has errors' : problem.message
      problems.push({ ...problem, message, segments, path: formatPath(segments) })
    }
    if (isWhole || !isRecord(left)) break
    left = Object.fromEntries(
      Object.entries(left).flatMap(([key, list]) => {
        const wrong = refused.get(key)
        if (wrong === undefined || !Array.isArray(list)) return [[key, list]]
        const before = places.get(key) ?? list.map((_, index) => index)
        places.set(
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

/** A partial spec as a whole one: the spec where nothing is wrong, else everything that is. */
export function demandWhole<Spec>({ spec, problems }: PartialSpec<Spec>): Result<Spec, SegmentedProblem[]> {
  return spec === undefined || problems.length > 0 ? fail(problems) : { ok: true, value: spec }
}
