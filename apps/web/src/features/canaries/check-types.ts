import { itemNode, propertiesOf, type SchemaNode } from '@binnacle/contract/schema'
import { type FormField, helpOf, labelOf, textOf } from '@binnacle/ui/schema-form'

/** A check type as the schema of a canary's spec describes it. */
export interface CheckTypeInfo {
  type: string
  title: string
  description: string
  icon: string
  /** Under what people look for it; undefined where the schema does not say. */
  category: string | undefined
  /** Its place in the category; types without one come last. */
  place: number
  /** Whether it has a form, or is written as code only. */
  hasForm: boolean
  /** Whether other systems send its results, so that it needs no schedule. */
  receives: boolean
  /** Schema of one check. */
  node: SchemaNode
  /** A complete list of checks. */
  example: unknown
}

/** Every check type: those with a place first, then by title. */
export function checkTypesOf(schema: SchemaNode): readonly CheckTypeInfo[] {
  return propertiesOf(schema)
    .flatMap(([type, list]) => {
      const node = itemNode(list)
      // Only lists of checks say how they are edited: other lists have items with names too.
      if (node === undefined || textOf(list, 'editor') === undefined) return []
      const { examples, place } = list
      return [
        {
          type,
          node,
          title: labelOf(type, list),
          description: helpOf(list) ?? '',
          icon: textOf(list, 'icon') ?? '',
          category: textOf(list, 'category'),
          place: typeof place === 'number' ? place : Number.MAX_SAFE_INTEGER,
          hasForm: list['editor'] === 'form',
          receives: list['receives'] === true,
          example: Array.isArray(examples) ? examples[0] : undefined,
        },
      ]
    })
    .toSorted((a, b) => a.place - b.place || a.title.localeCompare(b.title, 'en'))
}

/** Titles of the categories, in the order in which people are offered them. */
const categories: ReadonlyMap<string | undefined, string> = new Map([
  ['network', 'Web and network'],
  ['database', 'Databases'],
  ['monitoring', 'Monitoring systems'],
  ['storage', 'Files and storage'],
  ['script', 'Scripts and tests'],
])
const OTHERS = 'Others'

/** Things to choose from that people look for together. */
export interface Category<Thing> {
  title: string
  members: readonly Thing[]
}

/** Sorts check types, or what stands for them, into their categories. Their order stays; empty categories are left out. */
export function byCategory<Thing extends { category: string | undefined }>(
  things: readonly Thing[],
): readonly Category<Thing>[] {
  return [...categories.values(), OTHERS]
    .map((title) => ({
      title,
      members: things.filter(({ category }) => (categories.get(category) ?? OTHERS) === title),
    }))
    .filter(({ members }) => members.length > 0)
}

/** The fields of a spec besides its checks. */
export function commonFields(schema: SchemaNode): readonly FormField[] {
  const types = new Set(checkTypesOf(schema).map(({ type }) => type))
  return propertiesOf(schema)
    .filter(([key]) => !types.has(key))
    .map(([key, node]) => ({ key, node, required: false }))
}
