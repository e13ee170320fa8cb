import { placeholdersIn } from './connection.ts'
import { isRecord } from './json.ts'
import { branches, childNode, itemNode, type SchemaNode } from './schema-node.ts'

function marked(node: SchemaNode, key: string): unknown {
  return branches(node).find((branch) => branch[key] !== undefined)?.[key]
}

/** Scheme, host and port of an address, with the variables in the rest of it. */
function originOf(address: string): string {
  const url = URL.parse(address)
  return url === null || url.host === '' ? address : [url.origin, ...placeholdersIn(address)].join(' ')
}

function isNamed(item: unknown, names: readonly unknown[]): boolean {
  return isRecord(item) && names.includes(String(item['name']).toLowerCase())
}

/**
 * The parts of a value that decide where its secrets are sent and whether they are shown: all fields except those that the
 * schema excludes (`destination`).
 * @param node JSON Schema of the value; fields that it does not have count too
 */
export function bindingOf(node: SchemaNode | undefined, value: unknown): unknown {
  const destination = node === undefined ? undefined : marked(node, 'destination')
  if (destination === false) return undefined
  if (typeof value === 'string') return destination === 'origin' ? originOf(value) : value
  if (Array.isArray(value)) {
    const names = node === undefined ? undefined : marked(node, 'destinationNames')
    const items = Array.isArray(names) ? value.filter((item) => isNamed(item, names)) : value
    const inner = node === undefined ? undefined : itemNode(node)
    return items.map((item) => bindingOf(inner, item))
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const bound = bindingOf(node === undefined ? undefined : childNode(node, key), item)
    return bound === undefined ? [] : [[key, bound]]
  })
  return Object.fromEntries(entries)
}

/**
 * Finds the first difference of two bindings.
 * @returns the path to the difference; undefined if they are equal
 */
export function firstDifference(one: unknown, other: unknown): (string | number)[] | undefined {
  if (isRecord(one) && isRecord(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const inner = firstDifference(one[key], other[key])
      if (inner !== undefined) return [key, ...inner]
    }
    return undefined
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    for (const [index, item] of one.entries()) {
      const inner = firstDifference(item, other[index])
      if (inner !== undefined) return [index, ...inner]
    }
    return undefined
  }
  return one === other ? undefined : []
}
