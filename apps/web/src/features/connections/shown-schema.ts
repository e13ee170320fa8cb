import { branches, propertiesOf, SECRET_MASK, type SchemaNode } from '@binnacle/contract/schema'

/**
 * Returns the schema for the form: name and namespace are required, and so are fields that other fields demand. Every
 * masked value gets the control of a secret.
 */
export function shownSchema(schema: SchemaNode, stored: Readonly<Record<string, unknown>>): SchemaNode {
  const properties = propertiesOf(schema)
  const demanded = properties.filter(([, node]) => node['requiredWhenShown'] === true).map(([key]) => key)
  const named = branches(schema).flatMap((branch) =>
    Array.isArray(branch['required']) ? branch['required'] : [],
  )
  return {
    type: 'object',
    required: [...named, 'name', 'namespace', ...demanded],
    properties: Object.fromEntries(
      properties.map(([key, node]) => [
        key,
        stored[key] === SECRET_MASK ? { ...node, type: 'string', secret: true } : node,
      ]),
    ),
  }
}
