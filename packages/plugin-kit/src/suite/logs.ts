import { logFamily } from '../families/logs.ts'
import { isRecord } from '../core/json.ts'
import { inputJsonSchema } from '../core/schema-node.ts'
import { mapSecrets, secretsIn } from '../core/secrets.ts'
import { everyLine } from '@binnacle/contract/logs'
import type { LogBackendDefinition, OpenLogs } from '../logs/log-backend.ts'
import { contextForTest, type RunForTestOptions, waitHere } from '../testing.ts'
import { describeRunnableFamily, type RunsOf, type Targets } from './runs.ts'
import { withSecret } from './secret.ts'

/** Specs against real targets that the folder of a type brings for the suite. The one that works has a line. */
export type LogTargets = Targets<Readonly<Record<string, unknown>>>
type Input = LogTargets['working']

function isStart(value: unknown): value is () => Promise<LogTargets> {
  return typeof value === 'function'
}

function runsOf(definition: LogBackendDefinition, options: RunForTestOptions): RunsOf<Input, OpenLogs> {
  const schema = inputJsonSchema(definition.schema)
  return {
    // A search works when it found lines and could read everything.
    async run(open, input, signal) {
      const context = { ...contextForTest(options), signal, wait: waitHere(signal) }
      const source = await open(definition.schema.parse(input), context)
      const searched = await source.search({
        target: { labels: {} },
        filter: everyLine,
        from: new Date(0),
        to: new Date('2100-01-01T00:00:00Z'),
        limit: 10,
        direction: 'backward',
      })
      if (!searched.ok) return { worked: false, reason: searched.failure, seen: searched }
      const { lines, isWhole, notes } = searched.value
      return { worked: isWhole && lines.length > 0, reason: notes[0] ?? 'found no line', seen: searched }
    },
    inputOf: (example) => example,
    withSecrets(input) {
      const mapped = mapSecrets(schema, input, withSecret)
      return { input: isRecord(mapped) ? mapped : input, secrets: secretsIn(schema, mapped) }
    },
  }
}

/**
 * What every type of log backend of a family must pass.
 * @param family folder of the family, ending in /
 */
export async function describeLogFamily(family: URL, options: RunForTestOptions): Promise<void> {
  const plugins = await logFamily.load(family)
  await describeRunnableFamily(
    'log backend',
    family,
    plugins,
    (definition) => runsOf(definition, options),
    isStart,
  )
}
