import type { ASTNode } from '@marcbachmann/cel-js'
import { celProportional, celSearches, isProportional, SHORT_SEARCH } from '../functions/cost.ts'
import { functionsOf } from '../functions/registry.ts'
import { hasConstantCost } from './constant-cost.ts'
import { type Equality, equalitiesOf } from './equalities.ts'
import { type Allocate, makeNilSafe } from './nil-safe.ts'
import { ownMethods, ownNames, writtenName } from './own-names.ts'

interface Use {
  name: string
  offset: number
}

/** Facts about an expression, found without running it. */
export interface Analysis {
  /** Free variables. */
  variables: readonly Use[]
  /** Called functions. Those of namespaces include the namespace: `k8s.isHealthy`. */
  calls: readonly Use[]
  /**
   * Whether the cost may grow faster than the inputs: the expression loops, uses a bound value more than once, calls
   * a function of unknown cost, or is very long. Such an expression runs in a worker, which can be killed.
   */
  heavy: boolean
  /** Whether the cost is independent of the size of its variables. */
  hasConstantCost: boolean
  /** Number of nodes. */
  nodes: number
  /** Comparisons that must hold for the expression to be true. */
  equalities: readonly Equality[]
}

const MOST_LIGHT_NODES = 200

const repeating = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])

const functions = functionsOf('cel')

/** Whether a call costs no more than its arguments suggest. */
function isLight(name: string, values: readonly ASTNode[], given: ReadonlySet<string>): boolean {
  if (given.has(name) || celProportional.has(name)) return true
  if (celSearches.has(name)) {
    const [part] = values
    return part?.op === 'value' && typeof part.args === 'string' && part.args.length <= SHORT_SEARCH
  }
  const definition = functions.get(name)
  return definition !== undefined && !definition.builtIn && isProportional(definition)
}

/**
 * Analyses a parsed expression, makes it null-safe, and redirects calls to our replacements of library functions.
 * @param namespaces names before the dot of functions, such as k8s
 * @param given names of functions that the caller provides
 * @param allocate counts the memory of long lists and texts while it runs
 */
export function analyse(
  root: ASTNode,
  namespaces: ReadonlySet<string>,
  given: ReadonlySet<string>,
  allocate: Allocate,
): Analysis {
  // Before the visit, which rewrites nodes.
  const equalities = equalitiesOf(root)
  const variables: Use[] = []
  const calls: Use[] = []
  let nodes = 0
  let heavy = false

  const visitAll = (list: readonly ASTNode[], bound: ReadonlySet<string>) => {
    for (const node of list) visit(node, bound)
  }

  function visit(node: ASTNode, bound: ReadonlySet<string>): void {
    nodes += 1
    makeNilSafe(node, allocate)
    switch (node.op) {
      case 'value':
        return
      case 'id':
        if (!bound.has(node.args)) variables.push({ name: node.args, offset: node.start })
        return
      case '.':
      case '.?':
        visitField(node.args, bound)
        return
      case '!_':
      case '-_':
        visit(node.args, bound)
        return
      case 'list':
        visitAll(node.args, bound)
        return
      case 'map':
        for (const entry of node.args) visitAll(entry, bound)
        return
      case 'call':
        calls.push({ name: writtenName(node.args[0]), offset: node.start })
        heavy ||= !isLight(writtenName(node.args[0]), node.args[1], given)
        if (node.args[0] === 'duration') node.args[0] = ownNames.duration
        visitAll(node.args[1], bound)
        return
      case 'rcall':
        visitMethod(node.args, node.start, bound)
        return
      default:
        visitAll(node.args, bound)
    }
  }

  /** A field of a namespace is a constant, such as `time.RFC3339`. */
  function visitField([owner, name]: readonly [ASTNode, unknown], bound: ReadonlySet<string>): void {
    if (owner.op === 'id' && !bound.has(owner.args) && namespaces.has(owner.args)) {
      nodes += 1
      calls.push({ name: `${owner.args}.${String(name)}`, offset: owner.start })
    } else visit(owner, bound)
  }

  function visitMethod(
    parts: [string, ASTNode, ASTNode[]],
    offset: number,
    bound: ReadonlySet<string>,
  ): void {
    const [name, receiver, values] = parts
    const [first, ...rest] = values
    const namespace = receiver.op === 'id' && !bound.has(receiver.args) ? receiver.args : undefined
    if (namespace === 'cel' && name === 'bind' && first?.op === 'id') {
      heavy = true
      const [value, ...body] = rest
      if (value !== undefined) visit(value, bound)
      visitAll(body, new Set([...bound, first.args]))
      return
    }
    if (namespace !== undefined && namespaces.has(namespace)) {
      calls.push({ name: `${namespace}.${name}`, offset: receiver.start })
      heavy ||= !isLight(`${namespace}.${name}`, values, given)
    } else {
      visit(receiver, bound)
      calls.push({ name, offset: Math.max(offset, receiver.end) })
      heavy ||= !isLight(name, values, given)
      const stand = ownMethods.get(name)
      if (stand?.values === values.length) parts[0] = stand.own
    }
    if (name === 'fold') {
      heavy = true
      const names = values.slice(0, -1).flatMap((value) => (value.op === 'id' ? [value.args] : []))
      visitAll(values.slice(-1), new Set([...bound, ...names]))
    } else if (repeating.has(name) && first?.op === 'id' && rest.length > 0) {
      heavy = true
      visitAll(rest, new Set([...bound, first.args]))
    } else visitAll(values, bound)
  }

  visit(root, new Set())
  heavy ||= nodes > MOST_LIGHT_NODES
  return { variables, calls, nodes, heavy, hasConstantCost: !heavy && hasConstantCost(root), equalities }
}
