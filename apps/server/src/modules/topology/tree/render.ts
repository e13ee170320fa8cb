import type { Cause, TopologyComponent } from '@binnacle/contract/topology'
import { healthOf } from '@binnacle/contract/core'
import type { TreeNode } from './model.ts'
import { stripOf } from './strip.ts'

export interface RenderOptions {
  causeOf: (node: TreeNode) => Cause | null
  /** Milliseconds. */
  now: number
  /** Whether the strip of the last day is part of it. */
  withStrip: boolean
}

/** A component as the API answers it, without those below it. */
export function shownComponent(
  node: TreeNode,
  { causeOf, now, withStrip }: RenderOptions,
): Omit<TopologyComponent, 'components'> {
  const { data, transitions } = node
  const {
    teams: _teams,
    also_below: alsoBelow,
    needs: _needs,
    position: _position,
    said_health: _health,
    said_status: _status,
    ...row
  } = data
  const labels = data.namespace === null ? data.labels : { namespace: data.namespace, ...data.labels }
  return {
    ...row,
    title: data.name,
    health: healthOf(data.health),
    labels,
    at_risk: node.isAtRisk,
    cause: causeOf(node),
    ...(withStrip ? { strip: stripOf(transitions, data.health, now) } : {}),
    is_leaf: node.children.size === 0,
    parents: alsoBelow,
  }
}

/** JSON of a component without the brace that ends it, so that those below it can follow. */
function openText(node: TreeNode, options: RenderOptions): string {
  node.text ??= JSON.stringify(shownComponent(node, options)).slice(0, -1)
  return node.text
}

/** A component with those below it that are shown. */
export interface ShownTree {
  node: TreeNode
  below: readonly ShownTree[]
  /** How many below it are left out. */
  more?: number
}

/** JSON of trees, put together from the texts of components, of which few change at a time. */
export function treesText(trees: readonly ShownTree[], options: RenderOptions): string {
  const parts: string[] = []
  const write = (list: readonly ShownTree[]) => {
    parts.push('[')
    for (const [place, { node, below, more = 0 }] of list.entries()) {
      if (place > 0) parts.push(',')
      parts.push(openText(node, options), ',"components":')
      write(below)
      parts.push(more > 0 ? `,"more":${more}}` : '}')
    }
    parts.push(']')
  }
  write(trees)
  return parts.join('')
}
