import { type FieldValue, readFieldValue } from '@binnacle/contract/catalog'
import * as z from 'zod/mini'
import type { ItemField } from '../config/queries.ts'

/** Returns the value of a field as a text. That of a person is the id and the name, which pickers show. */
function textOf({ kind, value, person_id: personId }: ItemField): string {
  if (value === null) return ''
  return kind === 'person' ? `${personId ?? ''} ${value}` : String(value)
}

/** Returns the values of fields as their form shows them, by the name of the field. */
export const typedOf = (fields: readonly ItemField[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field.name, textOf(field)]))

/** Reads a person from the text of their field; null for nobody. */
export function readPerson(text: string): { value: string; label: string } | null {
  const [value = '', ...name] = text.split(' ')
  return value === '' ? null : { value, label: name.join(' ') }
}

/** Makes the schema of the form of some fields. It returns the values that differ from those of the fields. */
export const valuesForm = (fields: readonly ItemField[]) =>
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((typed, context): Record<string, FieldValue> => {
      const values = fields.flatMap((field) => {
        const text = typed[field.name] ?? ''
        if (text === textOf(field)) return []
        const read = readFieldValue(field, field.kind === 'person' ? (readPerson(text)?.value ?? null) : text)
        if (read.ok) return [[field.name, read.value] as const]
        context.issues.push({
          code: 'custom',
          path: [field.name],
          message: `It ${read.failure}`,
          input: text,
        })
        return []
      })
      return Object.fromEntries(values)
    }),
  )
