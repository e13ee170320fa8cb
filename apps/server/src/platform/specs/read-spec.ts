import { setImmediate } from 'node:timers/promises'
import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { isRecord } from '@binnacle/contract/schema'
import type { SegmentedProblem } from '@binnacle/plugin-kit/core'
import { routeBody } from '../http/body.ts'
import type { Secrets } from '../secrets.ts'
import { withPlaces } from './places.ts'
import { restoreSecrets, type StoredSpec } from './restore-secrets.ts'
import { readSpecText, type SpecTextParser } from './text.ts'
import type { SpecTypes } from './types.ts'

/** A spec in a request: YAML or a value. */
export interface WrittenSpec {
  text?: string | undefined
  spec?: unknown
}

/** What parses specs of one kind. */
export interface SpecParser<Spec> extends SpecTextParser {
  types: SpecTypes
  /** Converts a written spec to the stored spelling. */
  canonical(this: void, written: unknown): unknown
  /**
   * Parses a spec with all its secrets.
   * @param isOwn whether it may have types that the product keeps for itself
   * @returns the spec, or all its problems; paths start at the spec
   */
  parse(this: void, written: unknown, isOwn?: boolean): Promise<Result<Spec, SegmentedProblem[]>>
}

/** What reads specs of one kind from requests. */
export interface SpecReader<Spec> {
  parser: SpecParser<Spec>
  secrets: Secrets
  /** What people who wrote too much should split a spec into, such as `canaries`. */
  plural: string
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
export async function readWrittenSpec<Spec>(
  { parser, secrets, plural }: SpecReader<Spec>,
  { text, spec }: WrittenSpec,
  stored: StoredSpec | undefined,
): Promise<Result<Spec, Problem[]>> {
  if (text === undefined && isTooLarge(spec))
    return fail([
      {
        path: '',
        message: `The spec has more than ${MOST_VALUES} values and keys: split it into several ${plural}`,
      },
    ])
  const read = text === undefined ? undefined : await readSpecText(parser, text)
  if (read?.ok === false) return read
  // Each step visits the whole spec, so other requests get a turn between them.
  await setImmediate()
  const written = parser.canonical(read === undefined ? spec : (read.value ?? {}))
  await setImmediate()
  const located = async (problems: readonly SegmentedProblem[]): Promise<Problem[]> =>
    text === undefined
      ? problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({ path, message }))
      : withPlaces(parser, { text, document: 0, most: 1 }, problems)
  const restored = isRecord(written) ? restoreSecrets(parser.types, secrets, written, stored) : undefined
  if (restored?.ok === false) return fail(await located(restored.failure))
  await setImmediate()
  const parsed = await parser.parse(restored?.value ?? written)
  return parsed.ok ? succeed(parsed.value) : fail(await located(parsed.failure))
}
