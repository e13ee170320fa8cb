import { stringify } from 'yaml'
import { z } from 'zod'
import type { CheckDefinition, RunCheck } from '../checks/check.ts'
import { type CommonCheckSpec, commonCheckFields } from '../checks/common-fields.ts'
import { isRecord } from '../core/json.ts'
import { inputJsonSchema, type SchemaNode } from '../core/schema-node.ts'
import type { SuiteOptions } from '../suite/index.ts'
import { defineFamily } from './family.ts'

/** A check type as its folder gives it. `run` is loaded when the first check of the type runs. */
export interface CheckPlugin {
  definition: CheckDefinition
  run: RunCheck<CommonCheckSpec>
}

const definitionShape = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  schema: z.instanceof(z.ZodType),
  example: z.looseObject({ name: z.string() }),
  timeoutMilliseconds: z.number().positive(),
  concurrency: z.number().int().positive(),
})

const common = inputJsonSchema(z.strictObject(commonCheckFields))

/** Whether every check has the field, with the same meaning. */
function isCommon(name: string, field: SchemaNode): boolean {
  const properties = common['properties']
  return isRecord(properties) && JSON.stringify(properties[name]) === JSON.stringify(field)
}

/** The family of check types, one folder each. */
export const checkFamily = defineFamily({
  folder: 'plugins/checks',
  definition: {
    name: 'check',
    accepts: (value: unknown): value is CheckDefinition => definitionShape.safeParse(value).success,
    typeOf: ({ type }) => type,
  },
  context: {
    file: 'run.ts',
    name: 'run',
    optional: false,
    accepts: (value: unknown): value is RunCheck<CommonCheckSpec> => typeof value === 'function',
    lazily: (load) => async (spec, context) => (await load())(spec, context),
  },
  suite: async (folder, options: SuiteOptions) => {
    const { describeCheckFamily } = await import('../suite/index.ts')
    await describeCheckFamily(folder, options)
  },
  docs: {
    folder: 'docs/reference/checks',
    page: (definition, { fieldRows }) => `
# ${definition.title}

${definition.description}

\`\`\`yaml
${stringify({ schedule: '@every 30s', [definition.type]: [definition.example] }, { lineWidth: 100 }).trim()}
\`\`\`

A run may take ${definition.timeoutMilliseconds / 1_000} s unless \`timeout\` says otherwise; up to ${definition.concurrency} run at once in one process.

| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(inputJsonSchema(definition.schema), isCommon).join('\n')}

Besides these it has the [fields of every check](README.md#fields-of-every-check).
`,
    index: (definitions, { fieldRows }) => `
# Check types

| Type | Key in a canary | What it does |
|---|---|---|
${definitions.map(({ type, title, description }) => `| [${title}](${type}.md) | \`${type}\` | ${description} |`).join('\n')}

## Fields of every check

| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(common).join('\n')}
`,
  },
  generator: {
    kind: 'check',
    templates: 'scripts/templates/check',
    reserved: 'apps/server/src/modules/health/canary-spec/canary.ts',
    next: ["npx vitest run --project 'unit*' plugins/checks/{{name}} check-types"],
  },
})

/**
 * Loads every check type of a family: one folder each, with `spec.ts` and `run.ts`.
 * @param family the folder of the family, ending in /
 * @throws if a folder is not a complete check type
 */
export async function loadCheckPlugins(family: URL): Promise<ReadonlyMap<string, CheckPlugin>> {
  const plugins = await checkFamily.load(family)
  return new Map(
    [...plugins].flatMap(([type, { definition, run }]) =>
      run === undefined ? [] : [[type, { definition, run }]],
    ),
  )
}
