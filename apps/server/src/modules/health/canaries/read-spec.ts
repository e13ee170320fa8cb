import { fail, isRecord, type Problem, type Result, succeed } from '@binnacle/contract'
import type { SegmentedProblem } from '@binnacle/plugin-kit'
import type { Secrets } from '../../../platform/secrets.ts'
import type { CanaryParser, ParsedSpec } from '../spec/canary.ts'
import type { CheckTypes } from '../spec/check-types.ts'
import { demandWhole } from '../spec/partial.ts'
import { canonicalSpec } from '../spec/spellings.ts'
import { readSpecText } from '../spec/text.ts'
import { restoreSecrets, type StoredSpec } from './restore-secrets.ts'

export interface SpecReader {
  types: CheckTypes
  parser: CanaryParser
  secrets: Secrets
}

/** A spec as someone sends it: YAML, or the value itself. */
export interface WrittenSpec {
  text?: string | undefined
  spec?: unknown
}

/** More problems than these say no more. */
const MOST_PROBLEMS = 100

/**
 * Reads a spec that someone sends, with the stored secrets where they send masks back.
 * @param stored the spec of the canary that it takes the place of
 * @returns the spec, or all that is wrong with it; paths begin at the spec, places are those in the text
 */
export function readSpec(
  { types, parser, secrets }: SpecReader,
  { text, spec }: WrittenSpec,
  stored: StoredSpec | undefined,
): Result<ParsedSpec, Problem[]> {
  const read = text === undefined ? undefined : readSpecText(text, (key) => parser.isSpecKey(key))
  if (read?.ok === false) return read
  const written = canonicalSpec(types, read === undefined ? spec : (read.value.value ?? {}))
  const located = (problems: readonly SegmentedProblem[]): Problem[] =>
    problems
      .slice(0, MOST_PROBLEMS)
      .map(({ segments, ...problem }) => ({ ...problem, ...read?.value.place(segments) }))
  const restored = isRecord(written) ? restoreSecrets(types, secrets, written, stored) : undefined
  if (restored?.ok === false) return fail(located(restored.failure))
  const parsed = demandWhole(parser.parsePartly(restored?.value ?? written))
  return parsed.ok ? succeed(parsed.value) : fail(located(parsed.failure))
}
