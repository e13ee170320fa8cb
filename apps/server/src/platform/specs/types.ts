import {
  type ConnectionUse,
  inputJsonSchema,
  mapSecrets,
  type SchemaNode,
  secretsIn,
  variables,
} from '@binnacle/plugin-kit/core'

/** A type of a family whose entries specs list by its name, such as a check type, with its JSON Schema, which marks secrets. */
export interface SpecType {
  definition: {
    type: string
    /** Other keys of the type in specs, in any case. */
    aliases?: readonly string[]
    /** What it receives, if it runs nothing itself; a spec then may have one entry in place of a list. */
    receives?: unknown
    /** Converts entries of older releases and other products. */
    rewrite?: ((entry: Record<string, unknown>) => Record<string, unknown>) | undefined
    connections?: readonly ConnectionUse[]
  }
  jsonSchema: SchemaNode
}

/** Types by name. */
export type SpecTypes = ReadonlyMap<string, SpecType>

/** A spec as written: lists of entries by type, and fields that apply to all of them. */
export type ListSpec = Readonly<Record<string, unknown>>

/** Key of the variables of a spec and of an entry. */
export const ENVIRONMENT = 'env'

/** Schema that marks the secrets of the variables of a spec. */
export const environmentSchema: SchemaNode = inputJsonSchema(variables)

/** Replaces every secret in a spec: in its entries, and in its variables. */
export function mapSpecSecrets(
  types: SpecTypes,
  spec: ListSpec,
  replace: (secret: string, place: { type: string; path: readonly (string | number)[] }) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => {
      const type = types.get(key)
      const node =
        key === ENVIRONMENT ? environmentSchema : type === undefined ? undefined : { items: type.jsonSchema }
      if (node === undefined || !Array.isArray(value)) return [key, value]
      return [key, mapSecrets(node, value, (secret, path) => replace(secret, { type: key, path }))]
    }),
  )
}

/** The secrets of one entry. */
export function entrySecrets(type: Pick<SpecType, 'jsonSchema'>, entry: unknown): string[] {
  return secretsIn(type.jsonSchema, entry)
}
