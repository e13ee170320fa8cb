import { succeed } from '@binnacle/contract/core'
import type { CheckDefinition, RunCheck } from '../checks/check.ts'
import type { CommonCheckSpec } from '../checks/common-fields.ts'
import { fillConnections } from '../core/connection-filling.ts'
import type { TestConnectionForm } from './connection-type.ts'
import { unknown } from '../core/outcome.ts'
import { problemsOf } from '../core/problems.ts'
import { inputJsonSchema } from '../core/schema-node.ts'

/**
 * Tests a connection by running a check with the test spec of its type, so that a passing test means that checks will work.
 * @param type of the connection
 * @param load loads the check type at the first test
 */
export function testThroughCheck<Spec extends CommonCheckSpec>(
  type: string,
  load: () => Promise<{ definition: CheckDefinition<Spec>; run: RunCheck<Spec> }>,
): TestConnectionForm {
  return async (_form, context) => {
    const { connection } = context
    const { definition, run } = await load()
    const written = definition.connectionTests?.[type]?.(connection)
    if (written === undefined)
      return unknown(`the check type ${definition.type} tests no ${type} connections`)
    const filled = await fillConnections(
      definition.connections ?? [],
      { name: connection.name, ...written },
      async () => succeed(connection),
    )
    if (!filled.ok) return unknown(filled.failure)
    const spec = definition.schema.safeParse(filled.value.written)
    if (spec.success) return run(spec.data, context)
    const [problem] = problemsOf(spec.error, inputJsonSchema(definition.schema))
    return unknown(`${problem?.path ?? ''}: ${problem?.message ?? 'is not valid'}`)
  }
}
