import type { Problem, Result } from '@binnacle/contract/core'
import type { Secrets } from '../../../platform/secrets.ts'
import { readWrittenSpec, type WrittenSpec } from '../../../platform/specs/read-spec.ts'
import type { StoredSpec } from '../../../platform/specs/restore-secrets.ts'
import { canonicalSpec } from '../../../platform/specs/spellings.ts'
import type { CanaryParser, ParsedSpec } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { demandWhole } from '../canary-spec/partial.ts'

export type { WrittenSpec } from '../../../platform/specs/read-spec.ts'

export interface SpecReader {
  types: CheckTypes
  parser: CanaryParser
  secrets: Secrets
}

/**
 * Parses and validates a spec of a request, and replaces masks by the stored secrets.
 * @param stored the spec that it replaces
 * @returns the spec, or all its problems; paths start at the spec, positions are those in the text
 */
export function readSpec(
  { types, parser, secrets }: SpecReader,
  written: WrittenSpec,
  stored: StoredSpec | undefined,
): Promise<Result<ParsedSpec, Problem[]>> {
  return readWrittenSpec(
    {
      types,
      parser,
      secrets,
      ifTooLarge: 'split it into several canaries',
      canonical: (spec) => canonicalSpec(types, spec),
      parse: async (spec) => demandWhole(await parser.parsePartly(spec)),
    },
    written,
    stored,
  )
}
