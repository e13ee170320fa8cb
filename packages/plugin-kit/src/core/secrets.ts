import { namesValue } from '@binnacle/contract/schema'
import { namesConnection } from './connection.ts'
import { isRecord } from './json.ts'
import { branches, childNode, itemNode, type SchemaNode } from './schema-node.ts'

export { SECRET_MASK } from '@binnacle/contract/schema'

type Path = readonly (string | number)[]

/** The field that decides whether the secrets of an object are secret (`secretWhen`). */
export function secretSwitch(node: SchemaNode): string | undefined {
  const key = branches(node).find((branch) => branch['secretWhen'] !== undefined)?.['secretWhen']
  return typeof key === 'string' ? key : undefined
}

/** Whether an object shows the values that its schema marks as secret. */
export function showsSecrets(node: SchemaNode, value: Readonly<Record<string, unknown>>): boolean {
  const key = secretSwitch(node)
  return key !== undefined && value[key] !== true
}

/**
 * Replaces every secret of a value, as marked by the schema.
 * @param node JSON Schema of the value
 * @param replace gets the secret and its path, and returns the replacement
 * @returns a copy. Values that are not secret, and references to secrets, are unchanged
 */
export function mapSecrets(
  node: SchemaNode | undefined,
  value: unknown,
  replace: (secret: string, path: Path) => string,
  path: Path = [],
): unknown {
  if (node === undefined) return value
  if (typeof value === 'string') {
    const isReference = (node['reference'] === true && namesConnection(value)) || namesValue(value)
    const isSecret = !isReference && branches(node).some((branch) => branch['secret'] === true)
    return isSecret ? replace(value, path) : value
  }
  if (Array.isArray(value))
    return value.map((item, index) => mapSecrets(itemNode(node), item, replace, [...path, index]))
  if (isRecord(value) && showsSecrets(node, value)) return value
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        mapSecrets(childNode(node, key), item, replace, [...path, key]),
      ]),
    )
  return value
}

/** Every secret in a value, in the order of its fields. */
export function secretsIn(node: SchemaNode | undefined, value: unknown): string[] {
  const found: string[] = []
  mapSecrets(node, value, (secret) => {
    found.push(secret)
    return secret
  })
  return found
}
