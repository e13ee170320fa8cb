import { componentColumns, componentSortColumns } from '@binnacle/contract/topology'
import { type Parameter, readStored, writeStored } from '@binnacle/ui'
import { TREE_SORT_KEY } from '../../application/requests/early.ts'

/** A sort of cards. */
export interface Sort {
  /** A column, or `field:` and the name of a property. */
  by: string
  order: 'asc' | 'desc'
}

/** The sort of a person who never chose one: what is broken comes first. Source: TOP-039, TOP-040. */
export const DEFAULT_SORT: Sort = { by: 'status', order: 'desc' }

const FIELD = 'field:'
const columns: ReadonlyMap<string, string> = new Map(
  componentSortColumns.map((name) => [name, componentColumns[name].label]),
)

const isColumn = (text: string): boolean =>
  columns.has(text) || (text.startsWith(FIELD) && text.length > FIELD.length)

/** The URL parameter for what cards are sorted by; undefined if the address names none. */
export function sortByParameter(): Parameter<string | undefined> {
  return {
    default: undefined,
    read: (text) => (isColumn(text) ? text : undefined),
    write: (value) => value ?? '',
    freeText: true,
  }
}

/** Returns the sort that this browser stores. Source: TOP-042. */
function readSort(): Sort {
  const [by, order] = (readStored(TREE_SORT_KEY) ?? '').split('\n')
  return by !== undefined && isColumn(by) && (order === 'asc' || order === 'desc')
    ? { by, order }
    : DEFAULT_SORT
}

/** Stores a sort in this browser. */
export function storeSort({ by, order }: Sort): void {
  writeStored(TREE_SORT_KEY, `${by}\n${order}`)
}

/** The sort that a page uses: the address wins over what the browser stores. */
export function sortOf(named: { sortBy: string | undefined; sortOrder: 'asc' | 'desc' | undefined }): Sort {
  const stored = readSort()
  if (named.sortBy === undefined) return { by: stored.by, order: named.sortOrder ?? stored.order }
  return { by: named.sortBy, order: named.sortOrder ?? DEFAULT_SORT.order }
}

/**
 * What cards can be sorted by: the columns, then each headline property.
 * @param properties names of the headline properties of the shown components
 * @param chosen the current choice, which is offered even if no component has that property
 */
export function sortOptions(properties: readonly string[], chosen: string) {
  const own = chosen.startsWith(FIELD) ? [chosen.slice(FIELD.length)] : []
  const fields = [...new Set([...properties, ...own])].toSorted((a, b) => a.localeCompare(b, 'en'))
  return [
    ...Array.from(columns, ([value, label]) => ({ value, label })),
    ...fields.map((name) => ({ value: `${FIELD}${name}`, label: name })),
  ]
}
