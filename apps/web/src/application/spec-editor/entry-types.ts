import { itemNode, propertiesOf, type SchemaNode } from '@binnacle/contract/schema'
import { helpOf, labelOf, textOf, type ValuePath } from '@binnacle/ui/schema-form'

/** A type of entry as the schema of a spec describes it. */
export interface EntryType {
  type: string
  title: string
  description: string
  icon: string
  /** Schema of one entry. */
  node: SchemaNode
}

/** An entry of a spec that is being edited. */
export interface Entry {
  /** type:index */
  id: string
  type: EntryType
  path: ValuePath
}

/** What the type picker calls a whole spec as code. */
export const CUSTOM = 'custom'

/**
 * Every type that people can use, by title.
 * @param first types that come before the others, in their order
 */
export function entryTypesOf(schema: SchemaNode, first: readonly string[] = []): readonly EntryType[] {
  const placeOf = (type: string) => (first.includes(type) ? first.indexOf(type) : first.length)
  return propertiesOf(schema)
    .flatMap(([type, list]) => {
      const node = itemNode(list)
      // Only lists of entries say how they are edited: other lists have items too.
      if (node === undefined || textOf(list, 'editor') === undefined) return []
      return [
        {
          type,
          node,
          title: labelOf(type, list),
          description: helpOf(list) ?? '',
          icon: textOf(list, 'icon') ?? '',
        },
      ]
    })
    .toSorted((a, b) => placeOf(a.type) - placeOf(b.type) || a.title.localeCompare(b.title, 'en'))
}

/** The schema of what holds for all entries: the spec without the lists of its types. */
export function commonSchema(schema: SchemaNode, types: readonly EntryType[]): SchemaNode {
  const lists = new Set(types.map(({ type }) => type))
  return {
    ...schema,
    properties: Object.fromEntries(propertiesOf(schema).filter(([key]) => !lists.has(key))),
  }
}

/** The entries of a spec, in the order of the text. */
export function entriesOf(
  value: Readonly<Record<string, unknown>>,
  types: readonly EntryType[],
): readonly Entry[] {
  return Object.entries(value).flatMap(([key, list]) => {
    const type = types.find((candidate) => candidate.type === key)
    if (type === undefined || !Array.isArray(list)) return []
    return list.map((_, index) => ({ id: `${key}:${index}`, type, path: [key, index] }))
  })
}

/** An entry to fill in: the fields that it cannot do without, without a value. */
export function emptyEntry({ node }: EntryType): Record<string, null> {
  const { required } = node
  const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []
  return Object.fromEntries(keys.map((key) => [key, null]))
}
