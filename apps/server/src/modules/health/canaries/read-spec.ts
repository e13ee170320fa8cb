import type { SpecParser } from '../../../platform/specs/read-spec.ts'
import { canonicalSpec } from '../../../platform/specs/spellings.ts'
import type { CanaryParser, ParsedSpec } from '../canary-spec/canary.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import { demandWhole } from '../canary-spec/partial.ts'

/** What parses specs of canaries from requests: all checks, or none. */
export function specParser({
  types,
  parser,
}: {
  types: CheckTypes
  parser: CanaryParser
}): SpecParser<ParsedSpec> {
  const { yaml, jsonSchema, isSpecKey } = parser
  return {
    types,
    yaml,
    jsonSchema,
    isSpecKey,
    canonical: (spec) => canonicalSpec(types, spec),
    parse: async (spec) => demandWhole(await parser.parsePartly(spec)),
  }
}
