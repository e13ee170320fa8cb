import type { ASTNode } from '@marcbachmann/cel-js'

/** A value that must be a text for an expression to be true. */
export interface Equality {
  /** Names from a variable to the value, such as `check`, `labels`, `team`. */
  path: readonly string[]
  text: string
}

/** The names of a chain of fields; undefined for anything else. */
function pathOf(node: ASTNode): string[] | undefined {
  if (node.op === 'id') return [node.args]
  if (node.op === '.') {
    const [owner, name] = node.args
    const path = pathOf(owner)
    return path === undefined || typeof name !== 'string' ? undefined : [...path, name]
  }
  if (node.op === '[]') {
    const [owner, key] = node.args
    const path = pathOf(owner)
    return path === undefined || key.op !== 'value' || typeof key.args !== 'string'
      ? undefined
      : [...path, key.args]
  }
  return undefined
}

function textOf(node: ASTNode): string | undefined {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : undefined
}

/**
 * Finds comparisons with a text that must hold for an expression to be true: those that nothing but `&&` combines.
 * Callers can leave out expressions that cannot be true without evaluating them.
 * @param root as it was parsed
 */
export function equalitiesOf(root: ASTNode): Equality[] {
  if (root.op === '&&') return root.args.flatMap((part) => equalitiesOf(part))
  if (root.op !== '==') return []
  const [left, right] = root.args
  for (const [value, text] of [
    [pathOf(left), textOf(right)],
    [pathOf(right), textOf(left)],
  ] as const)
    if (value !== undefined && text !== undefined) return [{ path: value, text }]
  return []
}
