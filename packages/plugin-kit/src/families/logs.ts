import { inputJsonSchema } from '../core/schema-node.ts'
import { commonLogSpec } from '../logs/common-fields.ts'
import type { LogBackendDefinition, OpenLogs } from '../logs/log-backend.ts'
import type { RunForTestOptions } from '../testing.ts'
import { defineFamily, type FamilyPages } from './family.ts'
import { runnablePages, runnableShape } from './runnable.ts'

const pages = runnablePages<LogBackendDefinition>(
  { folder: 'docs/reference/logs', types: 'Log backend types', does: 'Where it reads lines' },
  ({ type, example }) => ({ [type]: [example] }),
)

/** The pages of types, and on the one that lists them the fields that all have. */
const docs: FamilyPages<LogBackendDefinition> = {
  ...pages,
  page: (definition, tools) => `${pages.page(definition, tools).trimEnd()}

Besides these it has the [fields of every entry](README.md#fields-of-every-entry).
`,
  index: (definitions, tools) => `${pages.index(definitions, tools).trimEnd()}

## Fields of every entry

| Field | Type | Required | Meaning |
|---|---|---|---|
${tools.fieldRows(inputJsonSchema(commonLogSpec)).join('\n')}
`,
}

/** Types of log backends: where log lines are read, one folder each. */
export const logFamily = defineFamily({
  folder: 'plugins/logs',
  definition: {
    name: 'logs',
    accepts: (value: unknown): value is LogBackendDefinition =>
      runnableShape.safeParse(value).success && Array.isArray(Reflect.get(Object(value), 'stream')),
    typeOf: ({ type }) => type,
  },
  context: {
    file: 'run.ts',
    name: 'open',
    optional: false,
    accepts: (value: unknown): value is OpenLogs => typeof value === 'function',
    lazily: (load) => async (spec, context) => (await load())(spec, context),
  },
  suite: async (folder, options: RunForTestOptions) => {
    const { describeLogFamily } = await import('../suite/logs.ts')
    await describeLogFamily(folder, options)
  },
  docs,
  generator: {
    kind: 'logs',
    templates: 'scripts/templates/logs',
    next: ["npx vitest run --project 'unit*' plugins/logs/{{name}} plugin-families"],
  },
})
