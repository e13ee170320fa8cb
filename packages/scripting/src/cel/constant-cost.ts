import type { ASTNode } from '@marcbachmann/cel-js'
import { writtenName } from './own-names.ts'

/** `size` reads a whole text, or all keys of an object. */
const MOST_SIZES = 4

const compared = new Set(['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'])

/** The size of an expression's value: one small value, or anything that its variables contain. */
type Kind = 'small' | 'any' | undefined

/**
 * Whether the cost of an expression is independent of the size of its variables: it reads fields and compares them
 * with constants, such as `code == 200 && json.status == "ok"`. Its value may still be large.
 */
export function hasConstantCost(root: ASTNode): boolean {
  let sizes = 0

  const all = (nodes: readonly ASTNode[]) => nodes.every((node) => kindOf(node) !== undefined)
  const isSmall = (node: ASTNode | undefined) => node !== undefined && kindOf(node) === 'small'

  function sizeOf(node: ASTNode | undefined): Kind {
    sizes += 1
    return node !== undefined && sizes <= MOST_SIZES && kindOf(node) !== undefined ? 'small' : undefined
  }

  function ofBinary(op: string, [left, right]: readonly [ASTNode, ASTNode]): Kind {
    if (op === '&&' || op === '||') return all([left, right]) ? 'small' : undefined
    if (op === '[]' || op === '[?]') return all([left]) && isSmall(right) ? 'any' : undefined
    if (op === 'in')
      return right.op === 'list' && all([left]) && right.args.every(isSmall) ? 'small' : undefined
    // Comparing two large values reads both in full. Comparing a large and a small one ends early.
    return compared.has(op) && all([left, right]) && (isSmall(left) || isSmall(right)) ? 'small' : undefined
  }

  function kindOf(node: ASTNode): Kind {
    switch (node.op) {
      case 'value':
        return 'small'
      case 'id':
        return 'any'
      case '.':
      case '.?':
        return all([node.args[0]]) ? 'any' : undefined
      case '!_':
      case '-_':
        return all([node.args]) ? 'small' : undefined
      case '?:':
        return all(node.args) ? (node.args.slice(1).every(isSmall) ? 'small' : 'any') : undefined
      case 'call': {
        const [called, values] = node.args
        const name = writtenName(called)
        if (name === 'size') return sizeOf(values[0])
        if (name === 'has') return all(values) ? 'small' : undefined
        const isConversion = ['int', 'double', 'string', 'duration', 'timestamp'].includes(name)
        return isConversion && values.every(isSmall) ? 'small' : undefined
      }
      case 'rcall': {
        const [name, receiver, values] = node.args
        if (name === 'size' && values.length === 0) return sizeOf(receiver)
        const looksAtEnd = name === 'startsWith' || name === 'endsWith'
        return looksAtEnd && all([receiver]) && values.every(isSmall) ? 'small' : undefined
      }
      case 'list':
      case 'map':
        return undefined
      default:
        return ofBinary(node.op, node.args)
    }
  }

  return kindOf(root) !== undefined
}
