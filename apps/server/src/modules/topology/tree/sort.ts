import { type ComponentSortColumn, componentSortColumns } from '@binnacle/contract/topology'
import type { TreeNode } from './model.ts'

/**
 * Rank of a component, the most severe first: unhealthy 1, warning 2, healthy 3, info 4; others stand before the healthy
 * ones. Source: TOP-041, decision 14.
 */
export function rankOf({ data }: { data: { health: string; status: string } }): number {
  if (data.status.toLowerCase() === 'info') return 4
  if (data.health === 'unhealthy') return 1
  if (data.health === 'warning') return 2
  return data.health === 'healthy' ? 3 : 2.5
}

type Value = string | number | undefined

/** The value that components are sorted by, by column. */
const values: Readonly<Record<ComponentSortColumn, (node: TreeNode) => Value>> = {
  // The most severe first is descending. Source: TOP-040.
  status: (node) => -rankOf(node),
  name: ({ data }) => data.name,
  type: ({ data }) => data.type ?? undefined,
  updated_at: ({ data }) => data.updated_at ?? undefined,
}

function valueOf(sortBy: string): (node: TreeNode) => Value {
  if (sortBy.startsWith('field:')) {
    const name = sortBy.slice('field:'.length)
    return ({ data }) => {
      const property = data.properties.find((each) => each.name === name)
      return property?.value ?? property?.text
    }
  }
  return values[componentSortColumns.find((column) => column === sortBy) ?? 'status']
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

/**
 * Orders components. Those without the value are the last in both directions; equal ones are in the order of their source,
 * then of their names.
 * @param sortBy a column, else `field:PROPERTY`; the status where there is no such column
 */
export function compareBy(sortBy: string, order: 'asc' | 'desc'): (one: TreeNode, other: TreeNode) => number {
  const read = valueOf(sortBy)
  const sign = order === 'desc' ? -1 : 1
  return (one, other) => {
    const [a, b] = [read(one), read(other)]
    if (a !== undefined && b !== undefined) {
      const difference = sign * compareValues(a, b)
      if (difference !== 0) return difference
    } else if (a !== b) return a === undefined ? 1 : -1
    return (
      (one.data.position ?? 0) - (other.data.position ?? 0) ||
      collator.compare(one.data.name, other.data.name) ||
      (one.data.id < other.data.id ? -1 : 1)
    )
  }
}
