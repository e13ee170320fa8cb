import type { ASTNode } from '@marcbachmann/cel-js'
import { writtenName } from './own-names.ts'

/** `size` goes through a text or the keys of an object. */
const MOST_SIZES = 4

const compared = new Set(['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'])

/** What an expression is known to give: one small value, or anything that its variables hold. */
type Kind = 'small' | 'any' | undefined

/**
 * Whether an expression costs the same however large its variables are: it follows fields and compares what it finds
 * with constants, such as `code == 200 && json.status == "ok"`. What it gives may still be large.
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
    // Two values that may both be large are compared in full; of a large and a small one the first look is enough.
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
