import * as z from 'zod/mini'
import { fail, type Result, succeed } from '../core/index.ts'

/** What values of a field of catalog items are. */
export const fieldKinds = ['text', 'number', 'date', 'choice', 'link', 'person'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Characters of a value that is a text, and of one that is a link. */
const LONGEST_FIELD_TEXT = 500
const LONGEST_FIELD_LINK = 1_000

const short = z
  .string()
  .check(z.trim(), z.minLength(1, 'is empty'), z.maxLength(200, 'has more than 200 characters'))

/** A field that people added to catalog items. Queries read it as `field.NAME`. */
export const configField = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^[a-z][a-z0-9_-]{0,49}$/,
          'must begin with a lowercase letter and have only lowercase letters, digits, _ and -, at most 50 in all',
        ),
      ),
    kind: z.enum(fieldKinds),
    description: z._default(z.string().check(z.trim(), z.maxLength(500, 'has more than 500 characters')), ''),
    /** The values of a choice. */
    choices: z._default(z.array(short).check(z.maxLength(100, 'has more than 100 values')), []),
    /** Types of the items that have it; a star stands for any characters. Empty for all. */
    types: z._default(z.array(short).check(z.maxLength(50, 'has more than 50 types')), []),
  })
  .check((entered) => {
    const { kind, choices } = entered.value
    const problem = (message: string) =>
      entered.issues.push({ code: 'custom', path: ['choices'], message, input: choices })
    if (kind === 'choice' && choices.length === 0) problem('needs at least one value')
    if (kind !== 'choice' && choices.length > 0) problem('belong to fields of the kind choice only')
    if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length)
      problem('has a value twice')
  })
export type ConfigField = z.output<typeof configField>

/** A field as it is stored. */
export const storedConfigField = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  description: z.string(),
  choices: z.array(z.string()),
  types: z.array(z.string()),
})
export type StoredConfigField = z.output<typeof storedConfigField>

/** A value of a field; a person is named by their id. Null takes a value away. */
export type FieldValue = string | number | null

/** Values by the name of the field. Fields that are left out keep theirs. */
export const fieldValues = z.object({
  values: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
})

const date = z.iso.date()
const link = z.url({ protocol: /^https?$/ })
const person = z.guid()

/**
 * Reads a value of a field.
 * @returns the value in its normal form, null for none, or why it is not one
 */
export function readFieldValue(
  { kind, choices }: Pick<ConfigField, 'kind' | 'choices'>,
  given: string | number | null,
): Result<FieldValue, string> {
  const text = typeof given === 'string' ? given.trim() : given
  if (text === null || text === '') return succeed(null)
  if (kind === 'number') {
    const number = typeof text === 'number' ? text : Number(text)
    return Number.isFinite(number) ? succeed(number) : fail('is not a number')
  }
  const value = String(text)
  switch (kind) {
    case 'date':
      return date.safeParse(value).success ? succeed(value) : fail('is not a date such as 2026-11-23')
    case 'choice': {
      const chosen = choices.find((choice) => choice.toLowerCase() === value.toLowerCase())
      return chosen === undefined ? fail(`is not one of ${choices.join(', ')}`) : succeed(chosen)
    }
    case 'link':
      if (value.length > LONGEST_FIELD_LINK) return fail(`has more than ${LONGEST_FIELD_LINK} characters`)
      return link.safeParse(value).success ? succeed(value) : fail('is not an http or https address')
    case 'person':
      return person.safeParse(value).success ? succeed(value) : fail('is not the id of a person')
    default:
      return value.length > LONGEST_FIELD_TEXT
        ? fail(`has more than ${LONGEST_FIELD_TEXT} characters`)
        : succeed(value)
  }
}
