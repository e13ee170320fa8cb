import {
  type AnyNode,
  type ArrowFunctionExpression,
  type Function as FunctionNode,
  type Pattern,
  type Program,
  parse,
} from 'acorn'
import { ScriptFailure } from '../failure.ts'

export interface Use {
  name: string
  offset: number
}

/** ECMAScript version of the sandbox. */
const VERSION = 2023

/** @throws ScriptFailure with the place of the first error */
export function parseJavaScript(source: string): Program {
  try {
    return parse(source, { ecmaVersion: VERSION, sourceType: 'script' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0
    throw new ScriptFailure('syntax', lowered(error.message.replace(/ \(\d+:\d+\)$/, '')), offset)
  }
}

function lowered(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1)
}

interface ScriptNames {
  /** Names that are read, with the fields that follow: `k8s.isHealthy`. */
  reads: Use[]
  /** Names that are declared or assigned anywhere. Scopes are ignored, so none is missed. */
  declared: Set<string>
}

/**
 * Names that a script reads and does not declare. Declarations count for the whole script, so a check may miss an
 * error, but never reports a script that works.
 */
export function freeNames(program: Program): Use[] {
  const found: ScriptNames = { reads: [], declared: new Set(['arguments']) }
  visit(program, found)
  return found.reads.filter(({ name }) => !found.declared.has(name.split('.')[0] ?? ''))
}

/** Returns `a.b.c` as text. Undefined for any other expression. */
function dotted(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined
  const owner = dotted(node.object)
  return owner === undefined ? undefined : `${owner}.${node.property.name}`
}

function declare(pattern: Pattern | null | undefined, found: ScriptNames): void {
  if (pattern === null || pattern === undefined) return
  switch (pattern.type) {
    case 'Identifier':
      found.declared.add(pattern.name)
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') declare(property.argument, found)
        else {
          if (property.computed) visit(property.key, found)
          declare(property.value, found)
        }
      }
      return
    case 'ArrayPattern':
      for (const element of pattern.elements) declare(element, found)
      return
    case 'RestElement':
      declare(pattern.argument, found)
      return
    case 'AssignmentPattern':
      declare(pattern.left, found)
      visit(pattern.right, found)
      return
    default:
      visit(pattern, found)
  }
}

function visitFunction(node: FunctionNode | ArrowFunctionExpression, found: ScriptNames): void {
  if (node.type !== 'ArrowFunctionExpression') declare(node.id, found)
  for (const parameter of node.params) declare(parameter, found)
  visit(node.body, found)
}

function visit(node: AnyNode, found: ScriptNames): void {
  switch (node.type) {
    case 'Identifier':
      found.reads.push({ name: node.name, offset: node.start })
      return
    case 'MemberExpression': {
      const name = dotted(node)
      if (name !== undefined) {
        found.reads.push({ name, offset: node.start })
        return
      }
      visit(node.object, found)
      if (node.computed) visit(node.property, found)
      return
    }
    case 'UnaryExpression':
      // typeof may be applied to a name that does not exist.
      if (node.operator !== 'typeof' || node.argument.type !== 'Identifier') visit(node.argument, found)
      return
    case 'VariableDeclarator':
      declare(node.id, found)
      if (node.init) visit(node.init, found)
      return
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      visitFunction(node, found)
      return
    case 'ClassDeclaration':
    case 'ClassExpression':
      declare(node.id, found)
      if (node.superClass) visit(node.superClass, found)
      visit(node.body, found)
      return
    case 'CatchClause':
      declare(node.param, found)
      visit(node.body, found)
      return
    case 'AssignmentExpression':
      if (node.operator === '=') declare(node.left, found)
      else visit(node.left, found)
      visit(node.right, found)
      return
    case 'ForInStatement':
    case 'ForOfStatement':
      if (node.left.type === 'VariableDeclaration') visit(node.left, found)
      else declare(node.left, found)
      visit(node.right, found)
      visit(node.body, found)
      return
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      if (node.computed) visit(node.key, found)
      if (node.value) visit(node.value, found)
      return
    case 'LabeledStatement':
      visit(node.body, found)
      return
    case 'BreakStatement':
    case 'ContinueStatement':
      return
    default:
      for (const child of children(node)) visit(child, found)
  }
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value
  )
}

function children(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}
