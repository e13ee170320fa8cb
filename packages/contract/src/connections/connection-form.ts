import { REQUIRED } from '../core/index.ts'
import { branches, isRecord, propertiesOf, type SchemaNode } from '../schema/json-schema.ts'
import { readValueFrom, type ValueFrom, writeValueReference } from '../schema/value-reference.ts'

// Each field of a type says where it is stored, so browser, server and suite turn forms into columns and back with
// these two functions. With code in each type, "there and back" would be forty promises. No form makes a URL for a
// library that sends messages: it would hold every value twice, and changing a channel would look like leading the
// token elsewhere.

/** Columns that can store a field of a form, besides `properties.<name>`. */
const textColumns = ['url', 'username', 'password', 'certificate'] as const
type TextColumn = (typeof textColumns)[number]

/** The stored columns of a connection, without its type. */
export interface StoredConnection {
  name: string
  namespace: string
  url?: string | null | undefined
  username?: string | null | undefined
  password?: string | null | undefined
  certificate?: string | null | undefined
  insecure_tls: boolean
  properties: Readonly<Record<string, string>>
}

/** Values of the form of a connection type, by the keys of its fields. */
export type ConnectionFormValues = Readonly<Record<string, unknown>>

const PROPERTY = 'properties.'

const isTextColumn = (place: string): place is TextColumn => textColumns.some((column) => column === place)

/** A key that names something by an earlier spelling of clients. */
const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Where a field is stored: a column or `properties.<name>`; undefined if other fields determine its value. */
export function placeOfField(node: SchemaNode): string | undefined {
  return typeof node['stored'] === 'string' ? node['stored'] : undefined
}

function typesOf(node: SchemaNode): ReadonlySet<unknown> {
  return new Set(branches(node).flatMap((branch) => branch['type'] ?? []))
}

function isSecret(node: SchemaNode): boolean {
  return branches(node).some((branch) => branch['secret'] === true)
}

function defaultOf(node: SchemaNode): unknown {
  return branches(node).find((branch) => branch['default'] !== undefined)?.['default']
}

/** Whether a form shows a field. Fields that another field makes meaningless are neither shown nor stored. */
function isShown(node: SchemaNode, values: ConnectionFormValues): boolean {
  const rule = node['shownWhen']
  if (!isRecord(rule) || typeof rule['field'] !== 'string' || !Array.isArray(rule['values'])) return true
  return rule['values'].includes(values[rule['field']])
}

function textAt(stored: StoredConnection, place: string): string | undefined {
  if (place.startsWith(PROPERTY)) {
    const key = place.slice(PROPERTY.length)
    return Object.hasOwn(stored.properties, key) ? stored.properties[key] : undefined
  }
  if (place === 'name' || place === 'namespace') return stored[place]
  return isTextColumn(place) ? (stored[place] ?? undefined) : undefined
}

/** Converts a stored text to the value of a field. A text of a wrong type stays a text, so that the form shows the error. */
function fromText(node: SchemaNode, text: string): unknown {
  const types = typesOf(node)
  if (types.has('boolean')) return text === 'true'
  const isNumber = (types.has('integer') || types.has('number')) && text.trim() !== ''
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text
}

/** The reference or text of an object with `valueFrom` or `value`. */
function referenceText(value: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof value['value'] === 'string') return value['value']
  const from = value['valueFrom']
  if (!isRecord(from)) return undefined
  const place = (key: string) => {
    const kept = from[key]
    return isRecord(kept) ? { name: text(kept, 'name'), key: text(kept, 'key') } : undefined
  }
  const read: ValueFrom = { secretKeyRef: place('secretKeyRef'), configMapKeyRef: place('configMapKeyRef') }
  const reference = readValueFrom(read)
  return reference === undefined ? undefined : writeValueReference(reference)
}

/** Converts the value of a field to the stored text. @returns undefined if the field is empty */
function toText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'true' : undefined
  if (typeof value === 'number') return String(value)
  if (isRecord(value)) return referenceText(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Derives a choice that is not stored from the columns that are filled, such as how to sign in. */
function derivedChoice(node: SchemaNode, stored: StoredConnection): unknown {
  const rules = node['chosenBy']
  if (!isRecord(rules)) return undefined
  return Object.entries(rules).find(([, places]) =>
    listOf(places).some((place) => textAt(stored, place) !== undefined),
  )?.[0]
}

/**
 * Converts stored columns to the values of a form.
 * @param schema JSON Schema of the connection type
 */
export function connectionFormValues(schema: SchemaNode, stored: StoredConnection): Record<string, unknown> {
  const values = propertiesOf(schema).map(([key, node]): [string, unknown] => {
    const place = placeOfField(node)
    if (place === undefined) return [key, derivedChoice(node, stored) ?? defaultOf(node)]
    if (place === 'insecure_tls') return [key, stored.insecure_tls]
    const text = [place, ...listOf(node['storedBefore'])]
      .map((candidate) => textAt(stored, candidate))
      .find((found) => found !== undefined)
    return [key, text === undefined ? defaultOf(node) : fromText(node, text)]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** The initial values of an empty form. */
export function emptyConnectionForm(schema: SchemaNode): Record<string, unknown> {
  return Object.fromEntries(
    propertiesOf(schema).flatMap(([key, node]) => {
      const value = defaultOf(node)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/**
 * Converts the values of a form to the columns to store.
 * @param schema JSON Schema of the connection type
 * @param kept the columns stored now; values that have no field in the form stay unchanged
 */
export function storedConnection(
  schema: SchemaNode,
  type: string,
  values: ConnectionFormValues,
  kept?: StoredConnection,
): StoredConnection & { type: string } {
  const texts: Partial<Record<TextColumn, string | null>> = {}
  const properties: Record<string, string> = { ...kept?.properties }
  let { name = '', namespace = 'default', insecure_tls = false } = kept ?? {}
  if (kept !== undefined) for (const column of textColumns) texts[column] = kept[column] ?? null
  const fields = propertiesOf(schema)
  for (const [, node] of fields)
    for (const place of [placeOfField(node), ...listOf(node['storedBefore'])])
      if (place?.startsWith(PROPERTY)) delete properties[place.slice(PROPERTY.length)]
      else if (place !== undefined && isTextColumn(place)) texts[place] = null
  for (const [key, node] of fields) {
    const place = placeOfField(node)
    if (place === undefined || !isShown(node, values)) continue
    const value = values[key]
    const text = toText(value)
    if (place === 'insecure_tls') insecure_tls = value === true
    else if (text === undefined) continue
    else if (place === 'name') name = text
    else if (place === 'namespace') namespace = text
    else if (place.startsWith(PROPERTY)) properties[place.slice(PROPERTY.length)] = text
    else if (isTextColumn(place)) texts[place] = text
  }
  return { type, name, namespace, ...texts, insecure_tls, properties }
}

/** A problem with one field of a form. `path` starts with the key of the field. */
export interface FieldProblem {
  path: readonly (string | number)[]
  message: string
}

/** Problems of a reference to a value that is stored elsewhere. */
function referenceProblems(key: string, value: Readonly<Record<string, unknown>>): FieldProblem[] {
  const from = value['valueFrom']
  if (!isRecord(from)) return []
  return Object.entries(from).flatMap(([kind, place]) =>
    (isRecord(place) ? ['name', 'key'] : []).flatMap((part) =>
      isRecord(place) && (place[part] ?? '') === ''
        ? [{ path: [key, 'valueFrom', kind, part], message: REQUIRED }]
        : [],
    ),
  )
}

function numberProblem(node: SchemaNode, value: unknown): string | undefined {
  const types = typesOf(node)
  if (!types.has('integer') && !types.has('number')) return undefined
  if (typeof value !== 'number') return 'This field must be a number'
  const [minimum, maximum] = [node['minimum'], node['maximum']]
  if (types.has('integer') && !Number.isInteger(value)) return 'This field must be a whole number'
  if (typeof minimum === 'number' && value < minimum) return `${value} is too small; the least is ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `${value} is too large; the most is ${maximum}`
  return undefined
}

/** Validates the values of a form by its schema. Only the server finds the other problems. */
export function connectionFormProblems(schema: SchemaNode, values: ConnectionFormValues): FieldProblem[] {
  const required = new Set(branches(schema).flatMap((branch) => listOf(branch['required'])))
  return propertiesOf(schema).flatMap(([key, node]): FieldProblem[] => {
    const value = values[key]
    if (!isShown(node, values)) return []
    if (isRecord(value)) return referenceProblems(key, value)
    const isEmpty =
      value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    const substitutes = listOf(node['requiredWithout'])
    const isAlone =
      Array.isArray(node['requiredWithout']) && substitutes.every((other) => (values[other] ?? '') === '')
    const isNeeded = required.has(key) || isAlone || node['requiredWhenShown'] === true
    // A default that was deleted is missing: the form had it.
    if (isEmpty) return isNeeded || value === null ? [{ path: [key], message: REQUIRED }] : []
    const message = numberProblem(node, value)
    return message === undefined ? [] : [{ path: [key], message }]
  })
}

/** The field of a form in which people enter a column such as `url` or `properties.x`. */
export function fieldStoredAt(schema: SchemaNode, place: string): string | undefined {
  return propertiesOf(schema).find(([, node]) => placeOfField(node) === place)?.[0]
}

/** Columns and properties of a type that are not secret, so readers see their values. */
export function openPlaces(schema: SchemaNode): ReadonlySet<string> {
  return new Set(
    propertiesOf(schema).flatMap(([, node]) =>
      isSecret(node) ? [] : [placeOfField(node) ?? '', ...listOf(node['storedBefore'])],
    ),
  )
}

/** Columns and properties of a type that cannot change where its secrets are sent. */
export function harmlessPlaces(schema: SchemaNode): ReadonlySet<string> {
  return new Set(
    propertiesOf(schema).flatMap(([, node]) =>
      node['destination'] === false ? [placeOfField(node) ?? '', ...listOf(node['storedBefore'])] : [],
    ),
  )
}

/** A connection type as its schema describes it. */
export interface ConnectionTypeInfo {
  /** The stored name of the type. */
  type: string
  title: string
  description: string
  icon: string
  category: string
  /** Whether the type picker hides it. */
  hidden: boolean
  /** Whether the product can test connections of this type. */
  testable: boolean
  /** JSON Schema of its form. */
  node: SchemaNode
}

const text = (node: SchemaNode, key: string) => (typeof node[key] === 'string' ? node[key] : '')

/** Reads the connection types from the schema of the server, sorted by title. */
export function connectionTypesOf(schema: SchemaNode): readonly ConnectionTypeInfo[] {
  const nodes = Array.isArray(schema['oneOf']) ? schema['oneOf'].filter(isRecord) : []
  return nodes
    .map((node) => ({
      type: text(node, 'connectionType'),
      title: text(node, 'title'),
      description: text(node, 'description'),
      icon: text(node, 'icon'),
      category: text(node, 'category'),
      hidden: node['hidden'] === true,
      testable: node['testable'] === true,
      node,
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}
