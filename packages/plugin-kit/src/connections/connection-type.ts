import { REQUIRED } from '@binnacle/contract/core'
import { type FieldMeta, field, LONGEST_SECRET } from '../core/fields.ts'
import { readValueReference, type SchemaNode } from '@binnacle/contract/schema'
import { z } from 'zod'
import type { CheckContext } from '../checks/check.ts'
import { type ConnectionValues } from '../core/connection.ts'
import type { CheckOutcome } from '../core/outcome.ts'
import { inputJsonSchema } from '../core/schema-node.ts'

/** Categories of connection types, in the order of the type picker. */
export const connectionCategories = [
  'database',
  'cloud',
  'storage',
  'monitoring',
  'source',
  'network',
  'notification',
] as const
type ConnectionCategory = (typeof connectionCategories)[number]

/** Form values of every connection type. */
export interface CommonConnectionForm {
  name: string
  namespace: string
}

/** A connection type. Form, storage, JSON Schema and documentation are derived from it. */
export interface ConnectionDefinition<Form extends CommonConnectionForm = CommonConnectionForm> {
  /** Value of the column `type`. */
  type: string
  /** Name on screens. */
  title: string
  /** One sentence about what it connects to. */
  description: string
  /** Name of the icon. */
  icon: string
  category: ConnectionCategory
  /** Whether the type picker hides it. */
  hidden?: true
  /** Schema of the form. Each field names with `stored` where it is stored. */
  schema: z.ZodType<Form>
  /** A complete, harmless form; shown in the documentation and used by the tests. */
  example: Readonly<Record<string, unknown>>
}

/** Everything that the test of a connection may use. */
interface ConnectionContext extends CheckContext {
  /** The stored connection with resolved references and a rendered URL. */
  connection: ConnectionValues
}

/** Opens a connection once, without changing anything on the server. `healthy` means that it works. */
export type TestConnectionForm<Form extends CommonConnectionForm = CommonConnectionForm> = (
  form: Form,
  context: ConnectionContext,
) => Promise<CheckOutcome>

/**
 * Declares a connection type; only types are added, so that `spec.ts` files work in browsers too.
 * @example
 * export const connection = defineConnection({
 *   type: 'shop',
 *   title: 'Shop',
 *   description: 'A server that takes connections.',
 *   icon: 'plug',
 *   category: 'network',
 *   schema: z.strictObject({ ...commonConnectionFields, host: requiredField('Host', 'properties.host') }),
 *   example: { name: 'shop', host: '127.0.0.1' },
 * })
 */
export function defineConnection<Form extends CommonConnectionForm>(
  definition: ConnectionDefinition<Form>,
): ConnectionDefinition<Form> {
  return definition
}

/** The form that a definition's schema accepts. */
export type FormOf<Definition> = Definition extends ConnectionDefinition<infer Form> ? Form : never

/** The JSON Schema of a connection type for clients, with title, icon and the like. */
export function connectionTypeSchema(
  { type, title, description, icon, category, hidden, schema, example }: ConnectionDefinition,
  isTestable: boolean,
): SchemaNode {
  return {
    ...inputJsonSchema(schema),
    connectionType: type,
    title,
    description,
    icon,
    category,
    examples: [example],
    testable: isTestable,
    ...(hidden === true ? { hidden: true } : {}),
  }
}

type Meta = Omit<FieldMeta, 'stored' | 'secret'>

/** Metadata of a field besides its label. */
type Options = Partial<Meta>

const LONGEST_TEXT = 2_000

const namePart = () =>
  z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(253, { abort: true })
    .regex(/^[^/\p{Cc}]*$/u, 'must not contain /')

/** Name and namespace, which every connection has. */
export const commonConnectionFields = {
  name: field(namePart(), {
    title: 'Name',
    description: 'Checks use the connection by this name.',
    stored: 'name',
  }),
  namespace: field(namePart().default('default'), { title: 'Namespace', stored: 'namespace' }),
}

const requiredText = () => z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(LONGEST_TEXT)

/** A required text. @param stored the column or property that stores it */
export function requiredField(title: string, stored: string, options: Options = {}) {
  return field(requiredText(), { ...options, title, stored })
}

/** An optional text. */
export function optionalField(title: string, stored: string, options: Options = {}) {
  return field(requiredText().optional(), { ...options, title, stored })
}

const secretString = () =>
  z
    .string({ error: REQUIRED })
    .min(1, REQUIRED)
    .max(LONGEST_SECRET, { abort: true })
    .check((context) => {
      const reference = readValueReference(context.value)
      if (reference?.ok === false)
        context.issues.push({ code: 'custom', message: reference.failure, input: context.value })
    })

/** A required secret: a value, or a reference to one. */
export function requiredCredential(title: string, stored: string, options: Options = {}) {
  return field(secretString(), { ...options, title, stored, secret: true })
}

/** An optional secret. */
export function optionalCredential(title: string, stored: string, options: Options = {}) {
  return field(secretString().optional(), { ...options, title, stored, secret: true })
}

/** One of a few values. */
export function choiceField<const Value extends string>(
  title: string,
  stored: string,
  values: readonly Value[],
  fallback: NoInfer<Value>,
  options: Options = {},
) {
  return field(z.enum(values).default(fallback), { ...options, title, stored })
}

/** A switch, stored as the text `true`. */
export function switchField(title: string, stored: string, options: Options = {}) {
  return field(z.boolean().default(false), { ...options, title, stored })
}

const port = () => z.number().int().min(1).max(65_535)

/** The port of a server. @param fallback initial value of the form */
export function portField(fallback: number, options: Options = {}) {
  return field(port().default(fallback), { ...options, title: 'Port', stored: 'properties.port' })
}

/** Whether any certificate of the server is accepted. */
export const insecureTls = field(z.boolean().default(false), {
  title: 'Insecure TLS',
  description: 'Accepts any certificate of the server. Default: off',
  stored: 'insecure_tls',
})

/** Servers that may get the secrets of a connection that has no URL. */
export const allowedServers = optionalField('Servers', 'properties.servers', {
  description:
    'Where the connection has no URL: servers that a check may send its secrets to, separated by spaces. * allows any.',
  group: 'advanced',
})

/** Whether scripts of checks get the secrets. */
export const allowScripts = switchField('Give to scripts', 'properties.scripts', {
  description:
    'Lets scripts of exec checks use the connection. Every author of checks can then read its secrets. Default: off',
  group: 'advanced',
})

/** URL, user, password and TLS of a server. */
export function serverForm(help: string) {
  return {
    url: requiredField('URL', 'url', { description: help }),
    username: optionalCredential('Username', 'username'),
    password: optionalCredential('Password', 'password'),
    insecure_tls: insecureTls,
  }
}
