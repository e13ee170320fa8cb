import type { Flow, FlowNode, InputNode } from './flow.ts'

/** Group of the nodes that every part needs: the CSRF token and the email address. */
const SHARED = 'default'

/** Whether a node is a visible input, as opposed to a hidden value or a button. */
export function isField(node: FlowNode): node is InputNode {
  return node.type === 'input' && !['hidden', 'submit', 'button'].includes(node.attributes.type)
}

/** Whether a node is a button. */
export function isButton(node: FlowNode): node is InputNode {
  return node.type === 'input' && ['submit', 'button'].includes(node.attributes.type)
}

/** Nodes that are submitted together. */
export interface FlowPart {
  group: string
  nodes: readonly FlowNode[]
}

/**
 * Splits a form into parts that are submitted separately, so that Enter in a field presses the button of that
 * part. A form whose parts share a visible field is not split.
 */
export function partsOf(flow: Pick<Flow, 'ui'>): readonly FlowPart[] {
  const { nodes } = flow.ui
  const shared = nodes.filter((node) => node.group === SHARED)
  const groups = [...new Set(nodes.map((node) => node.group))].filter((group) => group !== SHARED)
  if (shared.some(isField) || groups.length < 2) return [{ group: groups[0] ?? SHARED, nodes }]
  return groups.map((group) => partOf(flow, group))
}

/** The part of one group, including the shared nodes. */
export function partOf(flow: Pick<Flow, 'ui'>, group: string): FlowPart {
  return { group, nodes: flow.ui.nodes.filter((node) => node.group === group || node.group === SHARED) }
}
