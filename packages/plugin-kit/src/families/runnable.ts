import { stringify } from 'yaml'
import { z } from 'zod'
import { inputJsonSchema } from '../core/schema-node.ts'
import type { RunnableDefinition } from '../core/run-context.ts'
import type { FamilyPages } from './family.ts'

/** What `spec.ts` of a type that makes runs must declare. */
export const runnableShape = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  setup: z.string().optional(),
  icon: z.string(),
  schema: z.instanceof(z.ZodType),
  example: z.looseObject({}),
  timeoutMilliseconds: z.number().positive(),
  concurrency: z.number().int().positive(),
})

/**
 * The reference pages of a family that makes runs.
 * @param names folder of the pages and, as readers know them, what its types are and what one does
 * @param written the example as people write it
 */
export function runnablePages<Definition extends RunnableDefinition<unknown>>(
  names: { folder: string; types: string; does: string },
  written: (definition: Definition) => unknown,
): FamilyPages<Definition> {
  return {
    folder: names.folder,
    page: (definition, { fieldRows }) => `
# ${definition.title}

${definition.description}
${definition.setup === undefined ? '' : `\n${definition.setup}\n`}
\`\`\`yaml
${stringify(written(definition), { lineWidth: 100 }).trim()}
\`\`\`

A run may take ${definition.timeoutMilliseconds / 1_000} s; up to ${definition.concurrency} run at once in one process.

| Field | Type | Required | Meaning |
|---|---|---|---|
${fieldRows(inputJsonSchema(definition.schema)).join('\n')}
`,
    index: (definitions) => `
# ${names.types}

| Type | Key | ${names.does} |
|---|---|---|
${definitions.map(({ type, title, description }) => `| [${title}](${type}.md) | \`${type}\` | ${description} |`).join('\n')}
`,
  }
}
