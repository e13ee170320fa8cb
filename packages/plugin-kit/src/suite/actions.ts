import type { ActionDefinition, RunAction } from '../actions/action.ts'
import { actionFamily } from '../families/actions.ts'
import { isRecord } from '../core/json.ts'
import { inputJsonSchema } from '../core/schema-node.ts'
import { mapSecrets, secretsIn } from '../core/secrets.ts'
import { contextForTest, type RunForTestOptions, waitHere } from '../testing.ts'
import { describeRunnableFamily, type RunsOf, type Targets } from './runs.ts'
import { withSecret } from './secret.ts'

/** Specs against real targets that the folder of an action brings for the suite. */
export type ActionTargets = Targets<Readonly<Record<string, unknown>>>
type Input = ActionTargets['working']

function isStart(value: unknown): value is () => Promise<ActionTargets> {
  return typeof value === 'function'
}

function runsOf(definition: ActionDefinition, options: RunForTestOptions): RunsOf<Input, RunAction> {
  const schema = inputJsonSchema(definition.schema)
  return {
    async run(code, input, signal) {
      const lines: string[] = []
      const context = { ...contextForTest(options), signal, wait: waitHere(signal), key: 'test' }
      const spec = definition.schema.parse(input)
      const { artifacts = [], ...outcome } = await code(spec, {
        ...context,
        log: (line) => void lines.push(line),
      })
      const files = artifacts.map(({ path, content }) => [path, Buffer.from(content).toString()])
      return {
        worked: outcome.state === 'completed',
        reason: outcome.error ?? JSON.stringify(outcome.result),
        seen: { outcome, lines, files },
      }
    },
    inputOf: (example) => example,
    withSecrets(input) {
      const mapped = mapSecrets(schema, input, withSecret)
      return { input: isRecord(mapped) ? mapped : input, secrets: secretsIn(schema, mapped) }
    },
  }
}

/**
 * What every action of a family must pass.
 * @param family folder of the family, ending in /
 */
export async function describeActionFamily(family: URL, options: RunForTestOptions): Promise<void> {
  const plugins = await actionFamily.load(family)
  await describeRunnableFamily(
    'action',
    family,
    plugins,
    (definition) => runsOf(definition, options),
    isStart,
  )
}
