import { REQUIRED } from '@binnacle/contract/core'
import {
  helmKeyProblem,
  keyMapNameProblem,
  readValueFrom,
  readValueReference,
  SECRET_MASK,
  type ValueFrom,
  writeValueReference,
} from '@binnacle/contract/schema'
import { parseDuration } from '@binnacle/contract/text'
import { z } from 'zod'

/** Groups of the fields of a form. The form defines their titles and order. */
export type FieldGroup = 'request' | 'authentication' | 'response' | 'description' | 'advanced'

/** What forms and documentation show of a field besides its schema. */
export interface FieldMeta {
  /** Label of the field. */
  title: string
  /** Help text: the effect of the field, with units, and its default. */
  description?: string
  /** Whether the value is encrypted at rest, masked when read, and redacted from all output. */
  secret?: boolean
  /** Of an object: the field that must be true for its secrets to be secret. Otherwise their values are shown. */
  secretWhen?: string
  /** Whether the secret may be the name of a stored connection instead, which is not secret. */
  reference?: boolean
  /** Control of the form, if the schema does not determine it. */
  widget?: 'text' | 'code' | 'multiline' | 'duration' | 'schedule'
  /** Programming language of a code widget. */
  language?: string
  /** Values that a form offers. Default: all values of the schema. The code may use the others. */
  offered?: readonly (string | number)[]
  /** Other accepted keys of the field, in any case. */
  aliases?: readonly string[]
  /** Of a duration: the unit of a bare number. Default: seconds. */
  bareUnit?: 's' | 'm'
  /** Forms show the field only while another field of the same object has one of these values. */
  shownWhen?: { field: string; values: readonly string[] }
  /**
   * The part of the field that decides where secrets next to it are sent, or whether they are shown. People must enter
   * stored secrets again when it changes. Default: the whole field. `false`: nothing. `'origin'`: scheme, host and port.
   */
  destination?: false | 'origin'
  /** Of a list: only its items with these names (in lower case) count for `destination`. */
  destinationNames?: readonly string[]
  /** Group in the form. Fields without one come first; groups are collapsed. */
  group?: FieldGroup
  /** `false` hides the field in forms: files and clients may set it, but it has no effect yet. */
  inForm?: false
  /** Fields of the same object that can replace this one. Forms mark it as required while all of them are empty. */
  requiredWithout?: readonly string[]
  /** Whether the field is required while `shownWhen` shows it. */
  requiredWhenShown?: true
  /** Of a connection: the column or property that stores the field, such as `url` or `properties.x`. */
  stored?: string
  /** Columns or properties of other clients, used if `stored` is empty. */
  storedBefore?: readonly string[]
  /** Of a choice that is not stored: for each value, the columns and properties that are filled when it is chosen. */
  chosenBy?: Readonly<Record<string, readonly string[]>>
}

/**
 * Adds to an object what to write in place of keys that other products have and this one does not.
 * @param instead by key in lower case: a sentence without a period, which errors about the key end with
 */
export function withoutKeys<Schema extends z.ZodType>(
  schema: Schema,
  instead: Readonly<Record<string, string>>,
): Schema {
  return schema.meta({ ...schema.meta(), instead })
}

/** Attaches metadata for forms and documentation to a schema. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  return schema.meta({ ...meta })
}

/** The same field in another group of its form. */
export function inGroup<Schema extends z.ZodType>(group: FieldGroup, schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), group })
}

/** Schema of a duration such as 10s or 1h30m. */
export function durationText(bounds: { minimum: string; maximum: string }): z.ZodString {
  const limit = (text: string) => {
    const parsed = parseDuration(text)
    if (!parsed.ok) throw new TypeError(parsed.failure)
    return parsed.value
  }
  const minimum = limit(bounds.minimum)
  const maximum = limit(bounds.maximum)
  return z
    .string()
    .max(8_192, { abort: true })
    .check((context) => {
      const parsed = parseDuration(context.value)
      const message = !parsed.ok
        ? parsed.failure
        : parsed.value < minimum || parsed.value > maximum
          ? `"${context.value}" is out of range; it must be from ${bounds.minimum} to ${bounds.maximum}`
          : undefined
      if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
    })
}

/** Parses a duration that the schema has accepted. @returns milliseconds */
export function milliseconds(text: string): number {
  const parsed = parseDuration(text)
  return parsed.ok ? parsed.value : 0
}

/** A number that is not below 0. */
export const fromZero = z.number().min(0, 'must be 0 or more')

/** A whole number that is not below 0. */
export const wholeFromZero = z.number().int().min(0, 'must be 0 or more')

/** A field with a maximum duration in milliseconds. */
export function slowest(title: string, description: string) {
  return field(wholeFromZero.optional(), {
    title,
    description: `${description} 0 or empty: no limit.`,
    destination: false,
  })
}

/** Whether something took longer than its limit, in milliseconds. False without a limit. */
export function isTooSlow(milliseconds: number, limit: number | undefined): limit is number {
  return limit !== undefined && limit > 0 && milliseconds > limit
}

/** A name of a canary, check or namespace. */
export const plainName = z.string().trim().min(1).max(253)

/** Labels: short values by short keys. */
export const labels = z.record(z.string().min(1).max(253), z.string().max(1_024))

/** Most characters of a secret, written or referenced. */
export const LONGEST_SECRET = 64_000

/** A name in a reference to a value. */
function keptText(problemOf: (text: string) => string | undefined) {
  return z
    .string()
    .max(8_192, { abort: true })
    .check((context) => {
      const message = context.value === '' ? REQUIRED : problemOf(context.value)
      if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
    })
}

const keyMapName = keptText((text) => keyMapNameProblem('name', text))

function keptPlace(
  title: string,
  description: string,
  key = keptText((text) => keyMapNameProblem('key', text)),
) {
  const place = z.strictObject({
    name: field(keyMapName, { title: 'Name' }),
    key: field(key, { title: 'Key' }),
  })
  return field(place.optional(), { title, description })
}

/** A reference to a value, as Kubernetes and canary-checker write it. */
const valueFrom = field(
  z
    .strictObject({
      secretKeyRef: keptPlace('Secret', 'A key of a Secret.'),
      configMapKeyRef: keptPlace('Config Map', 'A key of a Config Map.'),
      helmRef: keptPlace(
        'Helm release',
        'A value of a Helm release in the cluster; the key is its path, such as ingress.hosts[0].host.',
        keptText(helmKeyProblem),
      ),
      serviceAccount: field(keyMapName.optional(), {
        title: 'Service account',
        description: 'A token of this service account of the cluster.',
      }),
    })
    .refine((from) => Object.values(from).filter((place) => place !== undefined).length === 1, {
      error: 'give one of "secretKeyRef", "configMapKeyRef", "helmRef" and "serviceAccount"',
    })
    .optional(),
  {
    title: 'Reference',
    description: 'Where the value is stored, instead of the value.',
  },
)

/** Requires either a value or a reference to one. */
function demandOne(context: z.core.ParsePayload<{ value?: unknown; valueFrom?: unknown }>): void {
  const { value, valueFrom: kept } = context.value
  if ((value === undefined) !== (kept === undefined)) return
  const message = value === undefined ? REQUIRED : 'give either "value" or "valueFrom"'
  context.issues.push({ code: 'custom', message, path: ['value'], input: context.value })
}

function secretTextSchema(text: z.ZodString, meta: Omit<FieldMeta, 'secret'>) {
  const checked = text.check((context) => {
    const reference = readValueReference(context.value)
    if (reference?.ok === false)
      context.issues.push({ code: 'custom', message: reference.failure, input: context.value })
  })
  return field(checked, { ...meta, secret: true })
}

/**
 * A secret field. People write it as a text, as `{value: …}` or `{valueFrom: …}`, or as a reference such as
 * secret://name/key.
 */
export function secretValue(meta: Omit<FieldMeta, 'secret'>) {
  const text = secretTextSchema(z.string().max(LONGEST_SECRET), meta)
  const object = z.strictObject({ value: text.optional(), valueFrom }).check(demandOne)
  return z.union([text, object]).meta({ ...meta })
}

/**
 * A secret with a name, such as a header or a variable, as Kubernetes writes variables.
 * @param text schema of a written value
 */
export function namedSecret(name: z.ZodString, text: z.ZodString = z.string().max(LONGEST_SECRET)) {
  const plain = secretTextSchema(text, { title: 'Value' })
  const nested = z.strictObject({ value: plain.optional(), valueFrom }).check(demandOne)
  const value = z.union([plain, nested]).meta({ title: 'Value' })
  return z
    .strictObject({
      name: field(name, { title: 'Name' }),
      value: field(value.optional(), { title: 'Value' }),
      valueFrom,
    })
    .check(demandOne)
}

/** Refuses a mask in a value that is not secret: there is no stored secret behind it, so the mask would become the value. */
function refuseMask(
  context: z.core.ParsePayload<{ value?: SecretValue; secret?: boolean | undefined }>,
): void {
  const { value, secret } = context.value
  if (secret === true || secretText(value) !== SECRET_MASK) return
  context.issues.push({
    code: 'custom',
    message: `enter the value; ${SECRET_MASK} keeps a stored value only with "secret: true"`,
    path: ['value'],
    input: context.value,
  })
}

/** A secret as written in a spec. */
export type SecretValue =
  | string
  | { value?: string | undefined; valueFrom?: ValueFrom | undefined }
  | undefined

/** The text of a secret, whichever way it is written. A reference is returned as such until a run resolves it. */
export function secretText(value: SecretValue): string | undefined {
  if (typeof value !== 'object') return value
  const kept = value.valueFrom === undefined ? undefined : readValueFrom(value.valueFrom)
  return value.value ?? (kept === undefined ? undefined : writeValueReference(kept))
}

/** Converts variables or headers to names with texts. */
export function namedTexts(
  list: readonly { name: string; value?: SecretValue; valueFrom?: ValueFrom | undefined }[] | undefined,
): [name: string, text: string][] {
  return (list ?? []).map(({ name, value, valueFrom: kept }) => [
    name,
    secretText(value) ?? secretText({ valueFrom: kept }) ?? '',
  ])
}

/**
 * A variable of scripts and templates. It is secret if `secret` is true, or if its value comes from anywhere but a Config
 * Map.
 */
const variable = z
  .strictObject({
    ...namedSecret(
      z
        .string()
        .max(8_192, { abort: true })
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of a variable'),
    ).shape,
    secret: field(z.boolean().optional(), {
      title: 'Secret',
      description:
        'Encrypts the value and replaces it with *** in every output. Default: off; values from a Secret, a file or the environment are always secret',
    }),
  })
  .check(demandOne)
  .check(refuseMask)
  .meta({ secretWhen: 'secret' })

/** The variables of scripts and templates in `env`. */
export const variables = z.array(variable).max(100)

/** The names of secret variables. Referenced values get their mark when they are resolved. */
export function secretNames(list: z.output<typeof variables> | undefined): Set<string> {
  return new Set((list ?? []).flatMap(({ name, secret }) => (secret === true ? [name] : [])))
}
