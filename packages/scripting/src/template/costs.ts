import { isProportional } from '../functions/cost.ts'
import { functionNamed } from './evaluate.ts'
import type { Node, Operand, ParsedTemplate, Pipe } from './nodes.ts'

const known = new WeakMap<ParsedTemplate, boolean>()

/**
 * Whether steps of the budget bound the cost of a template: true unless it calls a function of unbounded cost. A name
 * that is also a variable may be a call, depending on the variables.
 */
export function isCounted(template: ParsedTemplate): boolean {
  const before = known.get(template)
  if (before !== undefined) return before
  const counted = [template.root, ...template.definitions.values()].every((nodes) => nodes.every(ofNode))
  known.set(template, counted)
  return counted
}

function ofNode(node: Node): boolean {
  if ('pipe' in node && node.pipe !== undefined && !ofPipe(node.pipe)) return false
  return 'body' in node ? [...node.body, ...node.otherwise].every(ofNode) : true
}

function ofPipe({ commands }: Pipe): boolean {
  return commands.every(({ operands }) => operands.every(ofOperand))
}

function ofOperand(operand: Operand): boolean {
  if (operand.kind === 'pipe') return ofPipe(operand.pipe)
  if (operand.kind !== 'name') return true
  const found = functionNamed(operand.words)
  return found === undefined || isProportional(found.definition)
}
