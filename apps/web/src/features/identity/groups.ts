import type { Flow, FlowNode, InputNode } from './flow.ts'

/** Group of what every way of a form needs: the token against forgery, the address that someone signs in with. */
const SHARED = 'default'

/** Whether a node is filled in, ticked or read by a person, rather than sent along or pressed. */
export function isField(node: FlowNode): node is InputNode {
  return node.type === 'input' && !['hidden', 'submit', 'button'].includes(node.attributes.type)
}

/** Whether a node is pressed. */
export function isButton(node: FlowNode): node is InputNode {
  return node.type === 'input' && ['submit', 'button'].includes(node.attributes.type)
}

/** Nodes that are submitted together. */
export interface FlowPart {
  group: string
  nodes: readonly FlowNode[]
}

/**
 * Takes a form apart into what is submitted by itself, so that Enter in a field presses a button of its own way. A form
 * whose ways share a field that a person fills in stays whole.
 */
export function partsOf(flow: Pick<Flow, 'ui'>): readonly FlowPart[] {
  const { nodes } = flow.ui
  const shared = nodes.filter((node) => node.group === SHARED)
  const groups = [...new Set(nodes.map((node) => node.group))].filter((group) => group !== SHARED)
  if (shared.some(isField) || groups.length < 2) return [{ group: groups[0] ?? SHARED, nodes }]
  return groups.map((group) => partOf(flow, group))
}

/** The part of one group, with what every part needs. */
export function partOf(flow: Pick<Flow, 'ui'>, group: string): FlowPart {
  return { group, nodes: flow.ui.nodes.filter((node) => node.group === group || node.group === SHARED) }
}
