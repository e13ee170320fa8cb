import {
  helmKeyProblem,
  keptNameProblem,
  parseDuration,
  readValueFrom,
  readValueReference,
  SECRET_MASK,
  type ValueFrom,
  writeValueReference,
} from '@binnacle/contract'
import { z } from 'zod'

/** Groups of the fields of a form. Their titles and order are the form's. */
export type FieldGroup = 'request' | 'authentication' | 'response' | 'description' | 'advanced'

/** What a form and the documentation show of a field, beside its schema. */
export interface FieldMeta {
  /** Label of the field. */
  title: string
  /** Help text: what the field does, with units and what happens without it. */
  description?: string
  /** Encrypted at rest, masked when read, never in any output. */
  secret?: boolean
  /** Of an object: its secrets are secrets only while this field of it is true; else they are shown as any other text. */
  secretWhen?: string
  /** A secret that may be the name of a stored connection instead, which is none. */
  reference?: boolean
  /** Control to show where the schema alone does not say. */
  widget?: 'text' | 'code' | 'multiline' | 'duration' | 'schedule'
  /** Programming language of a code widget. */
  language?: string
  /** Values that a form offers; without it, all that the schema names. Others may stand in the code. */
  offered?: readonly (string | number)[]
  /** Other keys that files may write the field under, in any case. */
  aliases?: readonly string[]
  /** Of a duration: the unit of a number without one. Seconds unless given. */
  bareUnit?: 's' | 'm'
  /** A form shows the field only while another one of the same object has one of these values. */
  shownWhen?: { field: string; values: readonly string[] }
  /**
   * What of the field decides where secrets beside it go, or whether they are shown. All of it unless given: a change
   * asks for kept secrets again. `false`: nothing. `'origin'`: scheme, host and port of the address.
   */
  destination?: false | 'origin'
  /** Of a list: only its items with these names (in small letters) count. */
  destinationNames?: readonly string[]
  /** Fields of a form are grouped: those without group come first, the others are folded away under the group's title. */
  group?: FieldGroup
  /** `false` keeps the field out of forms: files and clients may set it, and it has no effect yet. */
  inForm?: false
  /** Fields of the same object that can take the place of this one: forms mark it as required while all of them are empty. */
  requiredWithout?: readonly string[]
  /** A field that `shownWhen` may hide, and that has to be filled while it is shown. */
  requiredWhenShown?: true
  /** Of a connection: where the field is stored, `url`, `username`, `password`, `certificate`, `insecure_tls` or `properties.x`. */
  stored?: string
  /** Places where other clients stored it, read where `stored` has nothing. */
  storedBefore?: readonly string[]
  /** Of a choice that is not stored: each value with the places that are filled when it was chosen. */
  chosenBy?: Readonly<Record<string, readonly string[]>>
}

/** Attaches what forms and documentation show to a schema. */
export function field<Schema extends z.ZodType>(schema: Schema, meta: FieldMeta): Schema {
  return schema.meta({ ...meta })
}

/** The same field in another group of its form. */
export function inGroup<Schema extends z.ZodType>(group: FieldGroup, schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), group })
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
    description: `${description} 0 or empty: no limit.`,
    destination: false,
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

/** Characters of a secret, written down or kept elsewhere. */
export const LONGEST_SECRET = 64_000

/** A name that says where a value is kept. */
function keptText(problemOf: (text: string) => string | undefined) {
  return z.string().check((context) => {
    const message = context.value === '' ? 'This field is required' : problemOf(context.value)
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

const keptName = keptText((text) => keptNameProblem('name', text))

function keptPlace(
  title: string,
  description: string,
  key = keptText((text) => keptNameProblem('key', text)),
) {
  const place = z.strictObject({
    name: field(keptName, { title: 'Name' }),
    key: field(key, { title: 'Key' }),
  })
  return field(place.optional(), { title, description })
}

/** Where a value is kept, as Kubernetes writes it, and as canary-checker does. */
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
      serviceAccount: field(keptName.optional(), {
        title: 'Service account',
        description: 'A token of this service account of the cluster.',
      }),
    })
    .refine((from) => Object.values(from).filter((place) => place !== undefined).length === 1, {
      error: 'give one of "secretKeyRef", "configMapKeyRef", "helmRef" and "serviceAccount"',
    })
    .optional(),
  {
    title: 'Kept elsewhere',
    description: 'In place of the value: where it is kept.',
  },
)

/** One of the two has to be given, where a value may be written down or kept elsewhere. */
function demandOne(context: z.core.ParsePayload<{ value?: unknown; valueFrom?: unknown }>): void {
  const { value, valueFrom: kept } = context.value
  if ((value === undefined) !== (kept === undefined)) return
  const message = value === undefined ? 'This field is required' : 'give either "value" or "valueFrom"'
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
 * A value that is encrypted at rest, or kept elsewhere: written plainly, as `{value: …}` or `{valueFrom: …}`, or as a
 * reference such as secret://name/key.
 */
export function secretValue(meta: Omit<FieldMeta, 'secret'>) {
  const text = secretTextSchema(z.string().max(LONGEST_SECRET), meta)
  const object = z.strictObject({ value: text.optional(), valueFrom }).check(demandOne)
  return z.union([text, object]).meta({ ...meta })
}

/**
 * A value with a name, such as a header or a variable, as Kubernetes writes variables.
 * @param text what a value may be that is written down
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

/** A mask stands for a stored secret. What isn't secret has none, so the mask would become the value. */
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

/** A secret as it is written. */
export type SecretValue =
  | string
  | { value?: string | undefined; valueFrom?: ValueFrom | undefined }
  | undefined

/** The text of a secret in either spelling. One that is kept elsewhere is its reference until a run puts it in. */
export function secretText(value: SecretValue): string | undefined {
  if (typeof value !== 'object') return value
  const kept = value.valueFrom === undefined ? undefined : readValueFrom(value.valueFrom)
  return value.value ?? (kept === undefined ? undefined : writeValueReference(kept))
}

/** Variables and headers as names with their texts. */
export function namedTexts(
  list: readonly { name: string; value?: SecretValue; valueFrom?: ValueFrom | undefined }[] | undefined,
): [name: string, text: string][] {
  return (list ?? []).map(({ name, value, valueFrom: kept }) => [
    name,
    secretText(value) ?? secretText({ valueFrom: kept }) ?? '',
  ])
}

/**
 * A value with a name for scripts and templates. It is shown, unless `secret` says otherwise or it is kept elsewhere than
 * in a Config Map.
 */
const variable = z
  .strictObject({
    ...namedSecret(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of a variable')).shape,
    secret: field(z.boolean().optional(), {
      title: 'Secret',
      description:
        'Encrypts the value and replaces it with *** in every output. Default: off; values from a Secret, a file or the environment are always secret',
    }),
  })
  .check(demandOne)
  .check(refuseMask)
  .meta({ secretWhen: 'secret' })

/** Values with names, as `env` holds them for scripts and templates. */
export const variables = z.array(variable).max(100)

/** The names of the variables that are secrets. Those that are kept elsewhere are marked when they are looked up. */
export function secretNames(list: z.output<typeof variables> | undefined): Set<string> {
  return new Set((list ?? []).flatMap(({ name, secret }) => (secret === true ? [name] : [])))
}
