import { isRecord, itemNode, propertiesOf, type SchemaNode } from '@binnacle/contract/schema'
import { helpOf, labelOf, textOf, type ValuePath } from '@binnacle/ui/schema-form'
import { stringify } from 'yaml'

/** A scraper type as the schema of a spec describes it. */
export interface ScraperTypeInfo {
  type: string
  title: string
  description: string
  icon: string
  /** Schema of one entry. */
  node: SchemaNode
}

/** An entry of a spec that is being edited. */
export interface ScraperEntry {
  /** type:index */
  id: string
  type: ScraperTypeInfo
  path: ValuePath
}

/** The order in which types are offered. The others follow. Source: SPEC-003. */
const order = [
  'kubernetes',
  'azure',
  'kubernetesFile',
  'sql',
  'trivy',
  'aws',
  'file',
  'githubActions',
  'http',
  'azureDevops',
]

/** What the type picker calls a whole spec as code. */
export const CUSTOM = 'custom'

/** The schedule that a new scraper begins with. */
const SCHEDULE = '@hourly'
/** The same for types that have another one. Source: SPEC-035. */
const schedules: ReadonlyMap<string, string> = new Map([['kubernetes', '@every 30m']])

const placeOf = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length)

/** Every scraper type that people can use. */
export function scraperTypesOf(schema: SchemaNode): readonly ScraperTypeInfo[] {
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
export function commonSchema(schema: SchemaNode, types: readonly ScraperTypeInfo[]): SchemaNode {
  const lists = new Set(types.map(({ type }) => type))
  return {
    ...schema,
    properties: Object.fromEntries(propertiesOf(schema).filter(([key]) => !lists.has(key))),
  }
}

/** The entries of a spec, in the order of the text. */
export function entriesOf(
  value: Readonly<Record<string, unknown>>,
  types: readonly ScraperTypeInfo[],
): readonly ScraperEntry[] {
  return Object.entries(value).flatMap(([key, list]) => {
    const type = types.find((candidate) => candidate.type === key)
    if (type === undefined || !Array.isArray(list)) return []
    return list.map((_, index) => ({ id: `${key}:${index}`, type, path: [key, index] }))
  })
}

/** An entry to fill in: the fields that it cannot do without, without a value. */
export function emptyEntry({ node }: ScraperTypeInfo): Record<string, null> {
  const { required } = node
  const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []
  return Object.fromEntries(keys.map((key) => [key, null]))
}

/** The text that a new scraper begins with. @param type undefined for an example of any */
export function startingText(type: ScraperTypeInfo | undefined): string {
  if (type === undefined)
    return stringify({ schedule: SCHEDULE, file: [{ url: '/srv/settings', paths: ['**/*.yaml'] }] })
  const schedule = schedules.get(type.type) ?? SCHEDULE
  return stringify({ schedule, [type.type]: [emptyEntry(type)] }, { nullStr: '', lineWidth: 0 })
}

/** Name of the field that keeps apart the entries of a spec in a list, such as its URL. */
export function summaryOf(value: unknown): string {
  if (!isRecord(value)) return ''
  const said = ['url', 'clusterName', 'repository', 'name', 'connection'].map((key) => value[key])
  return said.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
