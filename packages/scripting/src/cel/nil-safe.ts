import type { ASTNode } from '@marcbachmann/cel-js'
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator'

/**
 * Null-safe expressions: a missing key, an index out of range and a field of null are null, and operators and
 * functions accept null. The library throws in all of these cases and has no setting for it, but each node of its
 * syntax tree has an `evaluate` that can be replaced.
 */

interface Evaluator {
  run(node: unknown, context: unknown): unknown
}

type Evaluate = (evaluator: Evaluator, node: CheckedNode, context: unknown) => unknown

/** Properties that the library's type check adds to a node. */
interface CheckedNode {
  readonly left: unknown
  readonly right: unknown
  readonly args: unknown
  readonly receiverWithArgs?: readonly unknown[]
  handle(...values: unknown[]): unknown
}

/** Properties of the library's nodes that its types do not declare. */
interface ReplaceableNode {
  readonly meta: { readonly macro?: unknown; readonly alternate?: unknown }
  setMeta(key: 'evaluate', evaluate: Evaluate): unknown
}

function isReplaceable(node: unknown): node is ReplaceableNode {
  return (
    typeof node === 'object' &&
    node !== null &&
    'meta' in node &&
    typeof node.meta === 'object' &&
    'setMeta' in node &&
    typeof node.setMeta === 'function'
  )
}

/**
 * The zero value that null stands for next to another value. Undefined for types without one, such as times and
 * lists.
 */
function zeroOf(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return 0n
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      return ''
    default:
      if (value instanceof UnsignedInt) return new UnsignedInt(0n)
      return value instanceof Uint8Array ? new Uint8Array() : undefined
  }
}

function isZero(value: unknown): boolean {
  if (value instanceof UnsignedInt) return value.value === 0n
  if (value instanceof Uint8Array) return value.length === 0
  const zero = zeroOf(value)
  return zero !== undefined && value === zero
}

const isNullLiteral = (node: unknown) =>
  typeof node === 'object' &&
  node !== null &&
  'op' in node &&
  node.op === 'value' &&
  'args' in node &&
  node.args === null

function equality(isEqual: boolean): Evaluate {
  return (evaluator, node, context) => {
    const left = evaluator.run(node.left, context)
    const right = evaluator.run(node.right, context)
    if (left !== null && right !== null) return node.handle(left, right, node, evaluator)
    if (left === right) return isEqual
    // An expression that writes null compares with null, not with zero.
    if (isNullLiteral(node.left) || isNullLiteral(node.right)) return !isEqual
    return isZero(left ?? right) === isEqual
  }
}

/** Call this before allocating the bytes. */
export type Allocate = (bytes: number) => void

/** Entries of a list, and characters of a text, up to which a sum is not counted. */
const UNCOUNTED = { entries: 100_000, characters: 4_000_000 }

/**
 * Counts the memory of a long list or text that joins two. The library joins lists at once, and V8 joins texts where the
 * next function reads them. V8 ends the whole process where one allocation passes the memory of a worker by far.
 */
function allocateSum(left: unknown, right: unknown, allocate: Allocate): void {
  if (Array.isArray(left) && Array.isArray(right)) {
    const entries = left.length + right.length
    if (entries > UNCOUNTED.entries) allocate(entries * 8)
  } else if (typeof left === 'string' && typeof right === 'string') {
    const characters = left.length + right.length
    if (characters > UNCOUNTED.characters) allocate(characters)
  }
}

const sum =
  (allocate: Allocate): Evaluate =>
  (evaluator, node, context) => {
    const left = evaluator.run(node.left, context)
    const right = evaluator.run(node.right, context)
    allocateSum(left, right, allocate)
    return operate(left, right, node, evaluator)
  }

const operation: Evaluate = (evaluator, node, context) =>
  operate(evaluator.run(node.left, context), evaluator.run(node.right, context), node, evaluator)

function operate(left: unknown, right: unknown, node: CheckedNode, evaluator: Evaluator): unknown {
  if (left !== null && right !== null) return node.handle(left, right, node, evaluator)
  const zero = zeroOf(left ?? right)
  return zero === undefined ? null : node.handle(left ?? zero, right ?? zero, node, evaluator)
}

const membership: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left, context)
  const right = evaluator.run(node.right, context)
  return left === null || right === null ? null : node.handle(left, right, node, evaluator)
}

const negation: Evaluate = (evaluator, node, context) => {
  const value = evaluator.run(node.args, context)
  return value === null ? null : node.handle(value, node, evaluator)
}

/**
 * Whether there is nothing at a key: checks own keys of objects and integer indexes of lists. The library handles the
 * rest.
 */
function isMissing(owner: unknown, key: unknown): boolean {
  if (owner === null || key === null) return true
  if (typeof owner !== 'object') return true
  if (Array.isArray(owner)) {
    const index = typeof key === 'bigint' ? Number(key) : key
    return typeof index === 'number' && Number.isInteger(index) && (index < 0 || index >= owner.length)
  }
  const prototype: unknown = Object.getPrototypeOf(owner)
  if (prototype !== null && prototype !== Object.prototype) return false
  if (typeof key !== 'string' && typeof key !== 'bigint' && typeof key !== 'boolean') return false
  const found: unknown = Object.getOwnPropertyDescriptor(owner, String(key))?.value
  return found === undefined
}

function access(keyOf: (evaluator: Evaluator, node: CheckedNode, context: unknown) => unknown): Evaluate {
  return (evaluator, node, context) => {
    const owner = evaluator.run(node.left, context)
    const key = keyOf(evaluator, node, context)
    return isMissing(owner, key) ? null : node.handle(owner, key, node, evaluator)
  }
}

const field = access((_, node) => node.right)
const index = access((evaluator, node, context) => evaluator.run(node.right, context))

/** Functions that accept null. All others return null for it, so that a chain may start with a missing key. */
const takingNull: ReadonlySet<string> = new Set([
  'coalesce',
  'first',
  'last',
  'type',
  'of',
  'Required',
  'Assert',
  'Kind',
  'IsKind',
  'Ternary',
])

function call(name: string, values: readonly ASTNode[]): Evaluate {
  return (evaluator, node, context) => {
    const given = values.map((value) => evaluator.run(value, context))
    if (given.includes(null) && !takingNull.has(name)) return null
    return node.handle(given, node, evaluator)
  }
}

/** The library passes the receiver of a method first, and the other values in another order than to a function. */
function method(name: string, values: readonly ASTNode[]): Evaluate {
  return (evaluator, node, context) => {
    const given = values.map((value) => evaluator.run(value, context))
    if (given.includes(null) && !takingNull.has(name)) return null
    return node.handle(given, evaluator, node)
  }
}

function evaluateFor(node: ASTNode, allocate: Allocate): Evaluate | undefined {
  switch (node.op) {
    case '.':
      return field
    case '[]':
      return index
    case '!_':
    case '-_':
      return negation
    case '==':
      return equality(true)
    case '!=':
      return equality(false)
    case 'in':
      return membership
    case '+':
      return sum(allocate)
    case '-':
    case '*':
    case '/':
    case '%':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return operation
    case 'call':
      return call(node.args[0], node.args[1])
    case 'rcall':
      return method(node.args[0], [node.args[1], ...node.args[2]])
    default:
      return undefined
  }
}

/**
 * Makes one node of a parsed expression null-safe, before it runs. Macros of the library stay unchanged: those that
 * loop over a list require one, because `all` of a missing list would be true.
 */
export function makeNilSafe(node: ASTNode, allocate: Allocate): void {
  if (!isReplaceable(node) || node.meta.macro !== undefined || node.meta.alternate !== undefined) return
  const evaluate = evaluateFor(node, allocate)
  if (evaluate !== undefined) node.setMeta('evaluate', evaluate)
}
