import { configField, type ConfigField } from '@binnacle/contract/catalog'
import * as z from 'zod/mini'
import { splitLines } from '../../../application/forms/texts.ts'

/** What is typed of a field: lists are lines. */
const typedField = z.object({
  name: z.string(),
  kind: z.string(),
  description: z.string(),
  choices: z.string(),
  types: z.string(),
})
export type TypedField = z.output<typeof typedField>

/** A field as its form shows it. */
export function typedOf(field: ConfigField | undefined): TypedField {
  return {
    name: field?.name ?? '',
    kind: field?.kind ?? 'text',
    description: field?.description ?? '',
    choices: field?.choices.join('\n') ?? '',
    types: field?.types.join('\n') ?? '',
  }
}

/** Validates what is typed of a field. A problem of a line is shown at its list. */
export const fieldForm = z.pipe(
  typedField,
  z.transform((typed, context): ConfigField => {
    const { choices, types, ...rest } = typed
    const isChoice = typed.kind === 'choice'
    const read = configField.safeParse({
      ...rest,
      choices: isChoice ? splitLines(choices) : [],
      types: splitLines(types),
    })
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.issues.push({ code: 'custom', path: path.slice(0, 1), message, input: typed })
    return z.NEVER
  }),
)
