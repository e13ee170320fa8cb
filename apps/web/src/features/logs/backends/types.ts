import { isRecord, itemNode, propertiesOf, type SchemaNode } from '@binnacle/contract/schema'
import { helpOf, labelOf, textOf, type ValuePath } from '@binnacle/ui/schema-form'
import { stringify } from 'yaml'

/** A type of log backend as the schema of a spec describes it. */
export interface BackendType {
  type: string
  title: string
  description: string
  icon: string
  /** Schema of one entry. */
  node: SchemaNode
  /** A spec to begin with. */
  example: unknown
}

/** An entry of a spec that is being edited. */
export interface BackendEntry {
  /** type:index */
  id: string
  type: BackendType
  path: ValuePath
}

/** What the type picker calls a whole spec as code. */
export const CUSTOM = 'custom'

/** Every type that people can use. Lists of entries say how they are edited; other lists do not. */
export function backendTypesOf(schema: SchemaNode): readonly BackendType[] {
  return propertiesOf(schema)
    .flatMap(([type, list]) => {
      const node = itemNode(list)
      if (node === undefined || textOf(list, 'editor') === undefined) return []
      const { examples } = list
      const [example] = Array.isArray(examples) ? examples : []
      return [
        {
          type,
          node,
          title: labelOf(type, list),
          description: helpOf(list) ?? '',
          icon: textOf(list, 'icon') ?? '',
          example: Array.isArray(example) ? example[0] : undefined,
        },
      ]
    })
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
}

/** The schema of what holds for all entries: the spec without the lists of its types. */
export function commonSchema(schema: SchemaNode, types: readonly BackendType[]): SchemaNode {
  const lists = new Set(types.map(({ type }) => type))
  return {
    ...schema,
    properties: Object.fromEntries(propertiesOf(schema).filter(([key]) => !lists.has(key))),
  }
}

/** The entries of a spec, in the order of the text. */
export function entriesOf(
  value: Readonly<Record<string, unknown>>,
  types: readonly BackendType[],
): readonly BackendEntry[] {
  return Object.entries(value).flatMap(([key, list]) => {
    const type = types.find((candidate) => candidate.type === key)
    if (type === undefined || !Array.isArray(list)) return []
    return list.map((_, index) => ({ id: `${key}:${index}`, type, path: [key, index] }))
  })
}

/** An entry to fill in: the fields that it cannot do without, without a value. */
export function emptyEntry({ node }: BackendType): Record<string, null> {
  const { required } = node
  const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []
  return Object.fromEntries(keys.map((key) => [key, null]))
}

/** The text that a new log backend begins with. @param type undefined for an example of any */
export function startingText(type: BackendType | undefined): string {
  if (type === undefined)
    return stringify({ file: [{ paths: ['/var/log/shop/*.log'], routes: [{ type: 'Shop' }] }] })
  return stringify({ [type.type]: [emptyEntry(type)] }, { nullStr: '', lineWidth: 0 })
}

/** Name of the field that keeps apart the entries of a spec in a list, such as its URL. */
export function summaryOf(value: unknown): string {
  if (!isRecord(value)) return ''
  const said = ['url', 'logGroup', 'unit', 'connection'].map((key) => value[key])
  const [path] = Array.isArray(value['paths']) ? value['paths'] : []
  return [...said, path].find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
