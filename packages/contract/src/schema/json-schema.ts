/** Narrows to an object with string keys, arrays excluded. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A part of a JSON Schema. */
export type SchemaNode = Readonly<Record<string, unknown>>

const knownBranches = new WeakMap<SchemaNode, readonly SchemaNode[]>()

/** A node and all its alternatives. Cached by node, because thousands of values may share one. */
export function branches(node: SchemaNode): readonly SchemaNode[] {
  const known = knownBranches.get(node)
  if (known !== undefined) return known
  const found = findBranches(node)
  knownBranches.set(node, found)
  return found
}

function findBranches(node: SchemaNode): SchemaNode[] {
  const nested = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const value = node[key]
    return Array.isArray(value) ? value.filter(isRecord) : []
  })
  return [node, ...nested.flatMap(branches)]
}

/** The node of a property, from any alternative. */
export function childNode(node: SchemaNode, key: string): SchemaNode | undefined {
  for (const branch of branches(node)) {
    const properties = branch['properties']
    const property = isRecord(properties) ? properties[key] : undefined
    if (isRecord(property)) return property
    const rest = branch['additionalProperties']
    if (isRecord(rest)) return rest
  }
  return undefined
}

/** The node of the items of a list. */
export function itemNode(node: SchemaNode): SchemaNode | undefined {
  return branches(node)
    .map((branch) => branch['items'])
    .find(isRecord)
}

/** The properties of a node and its alternatives, in their order. */
export function propertiesOf(node: SchemaNode): [key: string, property: SchemaNode][] {
  return branches(node).flatMap((branch) => {
    const properties = branch['properties']
    return isRecord(properties)
      ? Object.entries(properties).flatMap(([key, property]): [string, SchemaNode][] =>
          isRecord(property) ? [[key, property]] : [],
        )
      : []
  })
}

/** Shown in the place of a secret. Writing it back keeps the stored secret. */
export const SECRET_MASK = '***'

/** A path as people write it: http[0].headers[1].name */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )
}
