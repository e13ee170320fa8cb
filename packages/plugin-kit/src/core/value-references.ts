import { fail, type Problem, type Result, succeed } from '@binnacle/contract/core'
import { formatPath, readValueFrom, readValueReference, type ValueReference } from '@binnacle/contract/schema'
import { z } from 'zod'
import type { ConnectionValues } from './connection.ts'
import { isRecord } from './json.ts'
import { branches, childNode, itemNode, type SchemaNode } from './schema-node.ts'
import { secretSwitch, showsSecrets } from './secrets.ts'

type Path = readonly (string | number)[]

/** Reads a referenced value. @returns the value, or why it cannot be read */
export type ReadReference = (reference: ValueReference) => Promise<Result<string, string>>

const kept = z.object({ name: z.string(), key: z.string() })
const valueFromShape = z.object({
  secretKeyRef: kept.optional(),
  configMapKeyRef: kept.optional(),
  helmRef: kept.optional(),
  serviceAccount: z.string().optional(),
})

/** Replaces a reference. `isOpen`: the value may be shown. */
type Replace = (reference: ValueReference, path: Path, isOpen: boolean) => string

function referenceIn(node: SchemaNode, value: Readonly<Record<string, unknown>>): ValueReference | undefined {
  if (value['valueFrom'] === undefined || childNode(node, 'valueFrom') === undefined) return undefined
  const parsed = valueFromShape.safeParse(value['valueFrom'])
  return parsed.success ? readValueFrom(parsed.data) : undefined
}

/**
 * Replaces every reference; `valueFrom` becomes `value`.
 * @param node JSON Schema of the value; only fields that it marks as secrets can be references
 * @param replace gets the reference and its path and returns the value
 */
function mapReferences(
  node: SchemaNode | undefined,
  value: unknown,
  replace: Replace,
  path: Path = [],
): unknown {
  if (node === undefined) return value
  if (typeof value === 'string') {
    const isSecret = branches(node).some((branch) => branch['secret'] === true)
    const reference = isSecret ? readValueReference(value) : undefined
    return reference?.ok === true ? replace(reference.value, path, false) : value
  }
  if (Array.isArray(value))
    return value.map((item, index) => mapReferences(itemNode(node), item, replace, [...path, index]))
  if (!isRecord(value)) return value
  return showsSecrets(node, value)
    ? mapVariable(node, value, replace, path)
    : mapFields(node, value, replace, path)
}

function mapFields(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  replace: Replace,
  path: Path,
): Record<string, unknown> {
  const reference = referenceIn(node, value)
  if (reference !== undefined) {
    const { valueFrom: _, ...rest } = value
    return { ...rest, value: replace(reference, [...path, 'valueFrom'], false) }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      mapReferences(childNode(node, key), item, replace, [...path, key]),
    ]),
  )
}

/** Replaces the reference of a variable. It is marked as a secret unless it comes from a Config Map. */
function mapVariable(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  replace: Replace,
  path: Path,
): Record<string, unknown> {
  let isSecret = false
  const mapped = mapFields(
    node,
    value,
    (reference, place) => {
      const isOpen = reference.kind === 'configmap'
      if (!isOpen) isSecret = true
      return replace(reference, place, isOpen)
    },
    path,
  )
  const key = secretSwitch(node)
  return isSecret && key !== undefined ? { ...mapped, [key]: true } : mapped
}

/** Whether a value contains references that must be resolved before it can be used. */
export function hasReferences(node: SchemaNode, value: unknown): boolean {
  let found = false
  mapReferences(node, value, () => {
    found = true
    return ''
  })
  return found
}

export interface ResolvedValue {
  value: unknown
  /** What was put in, in the order of the fields. */
  texts: readonly string[]
  /** What no output may contain. */
  secrets: readonly string[]
}

/**
 * Resolves all references of a value.
 * @returns the resolved value, or the field whose reference cannot be resolved
 */
export async function resolveReferences(
  node: SchemaNode,
  value: unknown,
  read: ReadReference,
): Promise<Result<ResolvedValue, string>> {
  const wanted: { reference: ValueReference; path: Path; isOpen: boolean }[] = []
  mapReferences(node, value, (reference, path, isOpen) => {
    wanted.push({ reference, path, isOpen })
    return ''
  })
  const found = await Promise.all(wanted.map(({ reference }) => read(reference)))
  const failures = found.flatMap((one, place) =>
    one.ok ? [] : [`${formatPath(wanted[place]?.path ?? [])}: ${one.failure}`],
  )
  if (failures.length > 0) return fail(failures.join('; '))
  const texts = found.flatMap((one) => (one.ok ? [one.value] : []))
  let next = 0
  const resolved = mapReferences(node, value, () => texts[next++] ?? '')
  return succeed({
    value: resolved,
    texts,
    secrets: texts.filter((_, place) => wanted[place]?.isOpen === false),
  })
}

/** A text of a connection that may be a reference. */
interface ConnectionText {
  /** Name of the field in forms. */
  path: string
  text: string
  /** Whether a file:// text is an address, such as that of a repository, and not a reference. */
  isAddress: boolean
}

function textsOf({ url, username, password, certificate, properties }: ConnectionTexts): ConnectionText[] {
  const columns = { url, username, password, certificate }
  return [
    ...Object.entries(columns).flatMap(([path, text]) =>
      text === undefined ? [] : [{ path, text, isAddress: path === 'url' }],
    ),
    ...Object.entries(properties).map(([key, text]) => ({
      path: `properties.${key}`,
      text,
      isAddress: true,
    })),
  ]
}

type ConnectionTexts = Pick<ConnectionValues, 'url' | 'username' | 'password' | 'certificate' | 'properties'>

function referenceOf({ text, isAddress }: ConnectionText): Result<ValueReference, string> | undefined {
  return isAddress && text.startsWith('file://') ? undefined : readValueReference(text)
}

/** Malformed references of a connection, by field. */
export function connectionReferenceProblems(connection: ConnectionTexts): Problem[] {
  return textsOf(connection).flatMap((place) => {
    const reference = referenceOf(place)
    return reference?.ok === false ? [{ path: place.path, message: reference.failure }] : []
  })
}

export interface ResolvedConnection {
  connection: ConnectionValues
  /** What was put in. */
  texts: readonly string[]
  /** What no output may contain; of Config Maps that is left to the field. */
  secrets: readonly string[]
}

/**
 * Resolves all references of a connection.
 * @returns the resolved connection, or the field whose reference cannot be resolved
 */
export async function resolveConnection(
  connection: ConnectionValues,
  read: ReadReference,
): Promise<Result<ResolvedConnection, string>> {
  const wanted = textsOf(connection).flatMap((place) => {
    const reference = referenceOf(place)
    return reference === undefined ? [] : [{ path: place.path, reference }]
  })
  const found = await Promise.all(
    wanted.map(async ({ path, reference }) => {
      const value = reference.ok ? await read(reference.value) : reference
      const isOpen = reference.ok && reference.value.kind === 'configmap'
      return { path, value, isOpen }
    }),
  )
  const failures = found.flatMap(({ path, value }) => (value.ok ? [] : [`${path}: ${value.failure}`]))
  if (failures.length > 0)
    return fail(`the connection ${connection.namespace}/${connection.name}: ${failures.join('; ')}`)
  const texts = new Map(found.flatMap(({ path, value }) => (value.ok ? [[path, value.value]] : [])))
  const columns = ['url', 'username', 'password', 'certificate'].flatMap((path) => {
    const text = texts.get(path)
    return text === undefined ? [] : [[path, text]]
  })
  const properties = Object.entries(connection.properties).map(([key, text]) => [
    key,
    texts.get(`properties.${key}`) ?? text,
  ])
  return succeed({
    connection: { ...connection, ...Object.fromEntries(columns), properties: Object.fromEntries(properties) },
    texts: [...texts.values()],
    secrets: found.flatMap(({ value, isOpen }) => (value.ok && !isOpen ? [value.value] : [])),
  })
}
