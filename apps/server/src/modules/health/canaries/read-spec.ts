import { setImmediate } from 'node:timers/promises'
import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import type { SegmentedProblem } from '@binnacle/plugin-kit/core'
import { routeBody } from '../../../platform/http/body.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { CanaryParser, ParsedSpec } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { withPlaces } from '../canary-spec/document.ts'
import { demandWhole } from '../canary-spec/partial.ts'
import { canonicalSpec } from '../canary-spec/spellings.ts'
import { readSpecText } from '../canary-spec/text.ts'
import { restoreSecrets, type StoredSpec } from './restore-secrets.ts'

export interface SpecReader {
  types: CheckTypes
  parser: CanaryParser
  secrets: Secrets
}

/** A spec in a request: YAML or a value. */
export interface WrittenSpec {
  text?: string | undefined
  spec?: unknown
}

/** Most problems in an answer. */
const MOST_PROBLEMS = 100

/** Most values and keys of a spec that is sent as a value: the limit of all other bodies. */
const MOST_VALUES = routeBody.nodes

/** Whether a value has too many values and keys. Not recursive, because the value may be deeply nested. */
function isTooLarge(spec: unknown): boolean {
  let count = 0
  const open = [spec]
  for (let value = open.pop(); value !== undefined && count <= MOST_VALUES; value = open.pop()) {
    count += 1
    if (Array.isArray(value)) open.push(...value.slice(0, MOST_VALUES))
    else if (isRecord(value)) {
      const inner = Object.values(value)
      count += inner.length
      open.push(...inner.slice(0, MOST_VALUES))
    }
  }
  return count > MOST_VALUES
}

/**
 * Parses and validates a spec of a request, and replaces masks by the stored secrets.
 * @param stored the spec that it replaces
 * @returns the spec, or all its problems; paths start at the spec, positions are those in the text
 */
export async function readSpec(
  { types, parser, secrets }: SpecReader,
  { text, spec }: WrittenSpec,
  stored: StoredSpec | undefined,
): Promise<Result<ParsedSpec, Problem[]>> {
  if (text === undefined && isTooLarge(spec))
    return fail([
      {
        path: '',
        message: `The spec has more than ${MOST_VALUES} values and keys: split it into several canaries`,
      },
    ])
  const read = text === undefined ? undefined : await readSpecText(parser, text)
  if (read?.ok === false) return read
  // Each step visits the whole spec, so other requests get a turn between them.
  await setImmediate()
  const written = canonicalSpec(types, read === undefined ? spec : (read.value ?? {}))
  await setImmediate()
  const located = async (problems: readonly SegmentedProblem[]): Promise<Problem[]> =>
    text === undefined
      ? problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({ path, message }))
      : withPlaces(parser, { text, document: 0, most: 1 }, problems)
  const restored = isRecord(written) ? restoreSecrets(types, secrets, written, stored) : undefined
  if (restored?.ok === false) return fail(await located(restored.failure))
  await setImmediate()
  const parsed = demandWhole(await parser.parsePartly(restored?.value ?? written))
  return parsed.ok ? succeed(parsed.value) : fail(await located(parsed.failure))
}
