import { z } from 'zod'
import { isRecord } from './json.ts'

/** A part of a JSON Schema. */
export type SchemaNode = Readonly<Record<string, unknown>>

/** The JSON Schema of what a person writes, with the meta data of the fields. */
export function inputJsonSchema(schema: z.ZodType): SchemaNode {
  const json: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return isRecord(json) ? json : {}
}

/** A node and every alternative in it. */
export function branches(node: SchemaNode): SchemaNode[] {
  const nested = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const value = node[key]
    return Array.isArray(value) ? value.filter(isRecord) : []
  })
  return [node, ...nested.flatMap(branches)]
}

/** The node of a property, in whichever alternative has it. */
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
