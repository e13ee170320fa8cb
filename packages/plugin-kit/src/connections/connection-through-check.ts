import { succeed } from '@binnacle/contract/core'
import type { CheckDefinition, RunCheck } from '../checks/check.ts'
import type { CommonCheckSpec } from '../checks/common-fields.ts'
import type { ConnectionValues } from '../core/connection.ts'
import { fillConnections } from '../core/connection-filling.ts'
import type { RawSpec } from '../core/connection.ts'
import type { TestConnectionForm } from './connection-type.ts'
import { unknown } from '../core/outcome.ts'
import { problemsOf } from '../core/problems.ts'
import { inputJsonSchema } from '../core/schema-node.ts'

/**
 * Tests connections by running checks with the test specs of their types, so that a passing test means that checks will work.
 * @param checks every check type
 * @returns the test of each connection type that a check type tests
 * @throws if two check types test the same connection type
 */
export function testsThroughChecks(
  checks: Iterable<{ definition: CheckDefinition; run: RunCheck<CommonCheckSpec> }>,
): ReadonlyMap<string, TestConnectionForm> {
  const tests = new Map<string, TestConnectionForm>()
  for (const check of checks)
    for (const [type, specOf] of Object.entries(check.definition.connectionTests ?? {})) {
      if (tests.has(type)) throw new TypeError(`two check types test ${type} connections`)
      tests.set(type, testThroughCheck(check, specOf))
    }
  return tests
}

function testThroughCheck(
  { definition, run }: { definition: CheckDefinition; run: RunCheck<CommonCheckSpec> },
  specOf: (connection: ConnectionValues) => RawSpec,
): TestConnectionForm {
  return async (_form, context) => {
    const { connection } = context
    const filled = await fillConnections(
      definition.connections ?? [],
      { name: connection.name, ...specOf(connection) },
      async () => succeed(connection),
    )
    if (!filled.ok) return unknown(filled.failure)
    const spec = definition.schema.safeParse(filled.value.written)
    if (spec.success) return run(spec.data, context)
    const [problem] = problemsOf(spec.error, inputJsonSchema(definition.schema))
    return unknown(`${problem?.path ?? ''}: ${problem?.message ?? 'is not valid'}`)
  }
}
