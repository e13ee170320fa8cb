import { functionNamed } from './evaluate.ts'
import type { Node, Operand, ParsedTemplate, Pipe } from './nodes.ts'

interface NameUse {
  name: string
  offset: number
}

/**
 * Variables and functions that a template names. Within `with`, `range` and templates the dot is something else, so
 * its fields are not looked at there; `$.a` is the same everywhere but in templates.
 */
export function templateUses(
  { root, definitions }: ParsedTemplate,
  known: readonly string[],
  given: readonly string[],
): { variables: NameUse[]; calls: NameUse[] } {
  const variables: NameUse[] = []
  const calls: NameUse[] = []
  const bare = new Set(known)
  const answered = new Set(given)

  function visitAll(nodes: readonly Node[], rooted: boolean, dotted: boolean): void {
    for (const node of nodes) visit(node, rooted, dotted)
  }

  function visit(node: Node, rooted: boolean, dotted: boolean): void {
    if (node.kind === 'if' || node.kind === 'with' || node.kind === 'range') {
      visitPipe(node.pipe, rooted, dotted)
      visitAll(node.body, rooted, dotted && node.kind === 'if')
      visitAll(node.otherwise, rooted, dotted)
    } else if (node.kind === 'action' || node.kind === 'template') {
      if (node.pipe !== undefined) visitPipe(node.pipe, rooted, dotted)
    }
  }

  function visitPipe(pipe: Pipe, rooted: boolean, dotted: boolean): void {
    for (const { operands } of pipe.commands)
      for (const operand of operands) visitOperand(operand, rooted, dotted)
  }

  function visitOperand(operand: Operand, rooted: boolean, dotted: boolean): void {
    const { offset } = operand
    if (operand.kind === 'pipe') visitPipe(operand.pipe, rooted, dotted)
    if (operand.kind === 'name') {
      const [first = ''] = operand.words
      if (answered.has(first)) calls.push({ name: first, offset })
      else if (bare.has(first) && functionNamed(operand.words) === undefined)
        variables.push({ name: first, offset })
      else calls.push({ name: operand.words.join('.'), offset })
    }
    const isRoot =
      operand.kind === 'dot' ? dotted : operand.kind === 'variable' && operand.name === '' && rooted
    const field = 'fields' in operand ? operand.fields[0] : undefined
    if (isRoot && field !== undefined) variables.push({ name: field, offset })
  }

  visitAll(root, true, true)
  for (const body of definitions.values()) visitAll(body, false, false)
  return { variables, calls }
}
