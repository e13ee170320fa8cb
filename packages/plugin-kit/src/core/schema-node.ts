import { isRecord, type SchemaNode } from '@binnacle/contract/schema'
import { z } from 'zod'

export { branches, childNode, itemNode, type SchemaNode } from '@binnacle/contract/schema'

/** The JSON Schema of the input of a schema, with the metadata of its fields. */
export function inputJsonSchema(schema: z.ZodType): SchemaNode {
  const json: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return isRecord(json) ? json : {}
}
