import { stringify } from 'yaml'
import { z } from 'zod'
import { emptyConnectionForm, storedConnection } from '@binnacle/contract/connections'
import {
  connectionCategories,
  type ConnectionDefinition,
  type TestConnectionForm,
} from '../connections/connection-type.ts'
import { inputJsonSchema } from '../core/schema-node.ts'
import type { ConnectionSuiteOptions } from '../suite/connections.ts'
import { defineFamily } from './family.ts'

const definitionShape = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  category: z.enum(connectionCategories),
  schema: z.instanceof(z.ZodType),
  example: z.looseObject({ name: z.string() }),
})

/** The family of connection types, one folder each. `test.ts` opens a connection once. */
export const connectionFamily = defineFamily({
  folder: 'plugins/connections',
  definition: {
    name: 'connection',
    accepts: (value: unknown): value is ConnectionDefinition => definitionShape.safeParse(value).success,
    typeOf: ({ type }) => type,
  },
  context: {
    file: 'test.ts',
    name: 'test',
    optional: true,
    accepts: (value: unknown): value is TestConnectionForm => typeof value === 'function',
    lazily: (load) => async (form, context) => (await load())(form, context),
  },
  suite: async (folder, options: ConnectionSuiteOptions) => {
    const { describeConnectionFamily } = await import('../suite/connections.ts')
    await describeConnectionFamily(folder, options)
  },
  docs: {
    folder: 'docs/reference/connections',
    page: ({ type, title, description, schema, example }, { fieldRows }) => {
      const node = inputJsonSchema(schema)
      const { type: _, ...stored } = storedConnection(node, type, {
        ...emptyConnectionForm(node),
        ...example,
      })
      const present = Object.entries(stored).filter(([, value]) => value !== null)
      return `
# ${title}

${description}

| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(node).join('\n')}

As it is stored, and sent to \`/api/connections\`:

\`\`\`yaml
${stringify({ type, ...Object.fromEntries(present) }, { lineWidth: 100 }).trim()}
\`\`\`
`
    },
    index: (definitions) => `
# Connection types

| Type | Value of \`type\` | What is reached with it |
|---|---|---|
${definitions
  .filter(({ hidden }) => hidden !== true)
  .map(({ type, title, description }) => `| [${title}](${type}.md) | \`${type}\` | ${description} |`)
  .join('\n')}
`,
  },
  generator: {
    kind: 'connection',
    templates: 'scripts/templates/connection',
    next: ["npx vitest run --project 'unit*' plugins/connections"],
  },
})
