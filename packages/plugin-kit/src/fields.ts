import { parseDuration } from '@binnacle/contract'
import { z } from 'zod'

/** What a form and the documentation show of a field, beside its schema. */
export interface FieldMeta {
  /** Label of the field. */
  title: string
  /** Help text: what the field does, with units and what happens without it. */
  description?: string
  /** Encrypted at rest, masked when read, never in any output. */
  secret?: boolean
  /** A secret that may be the name of a stored connection instead, which is none. */
  reference?: boolean
  /** Control to show where the schema alone does not say. */
  widget?: 'text' | 'code' | 'multiline' | 'duration' | 'schedule'
  /** Programming language of a code widget. */
  language?: string
  /** Values that a form offers; without it, all that the schema names. Others may stand in the code. */
  offered?: readonly (string | number)[]
  /** A form shows the field only while another one of the same object has one of these values. */
  shownWhen?: { field: string; values: readonly string[] }
  /** Fields of a form are grouped; those without group come first, then what describes the thing itself. */
  group?: 'description' | 'advanced'
}

/** Attaches what forms and documentation show to a schema. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  return schema.meta({ ...meta })
}

/** A duration as text, such as 10s or 1h30m. */
export function durationText(bounds: { minimum: string; maximum: string }): z.ZodString {
  const limit = (text: string) => {
    const parsed = parseDuration(text)
    if (!parsed.ok) throw new TypeError(parsed.failure)
    return parsed.value
  }
  const minimum = limit(bounds.minimum)
  const maximum = limit(bounds.maximum)
  return z.string().check((context) => {
    const parsed = parseDuration(context.value)
    const message = !parsed.ok
      ? parsed.failure
      : parsed.value < minimum || parsed.value > maximum
        ? `"${context.value}" is out of range; it must be from ${bounds.minimum} to ${bounds.maximum}`
        : undefined
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

/** Milliseconds of a duration text that the schema has already accepted. */
export function milliseconds(text: string): number {
  const parsed = parseDuration(text)
  return parsed.ok ? parsed.value : 0
}

/** A number that is not below 0. */
export const fromZero = z.number().min(0, 'must be 0 or more')

/** A whole number that is not below 0. */
export const wholeFromZero = z.number().int().min(0, 'must be 0 or more')

/** A limit in milliseconds for how long something may take. */
export function slowest(title: string, description: string) {
  return field(wholeFromZero.optional(), {
    title,
    description: `${description} No limit with 0 or without it.`,
  })
}

/** Whether something took longer than a limit, where there is one. Both in milliseconds. */
export function isTooSlow(milliseconds: number, limit: number | undefined): limit is number {
  return limit !== undefined && limit > 0 && milliseconds > limit
}

/** A name as canaries, checks and namespaces have it. */
export const plainName = z.string().trim().min(1).max(253)

/** Labels: short texts by short names. */
export const labels = z.record(z.string().min(1).max(253), z.string().max(1_024))

/** A value that is encrypted at rest: written plainly or as `{value: …}`, as both spellings are in use. */
export function secretValue(meta: Omit<FieldMeta, 'secret'>) {
  const text = field(z.string().max(64_000), { ...meta, secret: true })
  return z.union([text, z.strictObject({ value: text })]).meta({ ...meta })
}

/** The text of a secret value in either spelling. */
export function secretText(value: string | { value: string } | undefined): string | undefined {
  return typeof value === 'object' ? value.value : value
}

/** Values with names, as `env` holds them for scripts and templates. */
export const variables = z
  .array(
    z.strictObject({
      name: field(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of a variable'), {
        title: 'Name',
      }),
      value: secretValue({ title: 'Value' }),
    }),
  )
  .max(100)
