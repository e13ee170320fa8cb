// Finds the regular expressions of a source file: literals, and what is given to RegExp where its text can be derived.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/**
 * @typedef {object} Expression
 * @property {number} line where it is, from 1
 * @property {string | undefined} source undefined if its text cannot be derived from the code
 * @property {string} flags
 * @property {{bound?: number, reason: string} | undefined} mark what a comment says about it
 */

const boundMark = /\/\/ bounded to (\d{1,7}) characters: (.+)/
const linearMark = /\/\/ linear by construction: (.+)/
/** How far above an expression its mark may be. */
const MARK_LINES = 4

/** Reads the mark in the line of an expression or above it, with nothing but comments and the start of its statement between. */
function findMark(lines, line) {
  for (let above = 0; above <= MARK_LINES && line - 1 - above >= 0; above++) {
    const text = lines[line - 1 - above]
    const bound = boundMark.exec(text)
    if (bound) return { bound: Number(bound[1]), reason: bound[2] }
    const linear = linearMark.exec(text)
    if (linear) return { reason: linear[1] }
    if (above > 0 && !/^\s*\/\/|[=(]$/.test(text)) return undefined
  }
  return undefined
}

function* nodesOf(node) {
  if (Array.isArray(node)) for (const item of node) yield* nodesOf(item)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') yield node
    for (const [key, value] of Object.entries(node))
      if (typeof value === 'object' && key !== 'regex') yield* nodesOf(value)
  }
}

const parsed = new Map()

function read(path) {
  let known = parsed.get(path)
  if (known === undefined) {
    known = readText(path, readFileSync(path, 'utf8'))
    parsed.set(path, known)
  }
  return known
}

function readText(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const nodes = [...nodesOf(program)]
  const constants = new Map()
  for (const node of nodes)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
      // A name with two declarations could be either of them.
      constants.set(node.id.name, constants.has(node.id.name) ? undefined : node.init)
  const imports = new Map()
  for (const node of nodes)
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.'))
      for (const { imported, local } of node.specifiers)
        if (imported !== undefined) imports.set(local.name, { name: imported.name, from: node.source.value })
  return { path, nodes, constants, imports, text, lines: text.split('\n') }
}

function deriveName(name, file, depth) {
  const init = file.constants.get(name)
  if (init) return derive(init, file, depth - 1)
  const imported = file.imports.get(name)
  if (imported === undefined) return undefined
  const path = join(dirname(file.path), imported.from)
  return existsSync(path) ? deriveName(imported.name, read(path), depth - 1) : undefined
}

function deriveTemplate({ quasis, expressions }, file, depth, kind) {
  let result = ''
  for (const [index, quasi] of quasis.entries()) {
    result += quasi.value[kind]
    if (index === expressions.length) return result
    const value = derive(expressions[index], file, depth)
    if (value === undefined) return undefined
    result += value
  }
  return result
}

/** The text that a node stands for: that of a string, or the source of an expression. Undefined if only a run can tell. */
function derive(node, file, depth = 8) {
  if (depth === 0) return undefined
  switch (node?.type) {
    case 'Literal':
      return node.regex ? node.regex.pattern : typeof node.value === 'string' ? node.value : undefined
    case 'TemplateLiteral':
      return deriveTemplate(node, file, depth, 'cooked')
    case 'TaggedTemplateExpression':
      return file.text.slice(node.tag.start, node.tag.end) === 'String.raw'
        ? deriveTemplate(node.quasi, file, depth, 'raw')
        : undefined
    case 'Identifier':
      return deriveName(node.name, file, depth)
    case 'MemberExpression':
      return !node.computed && node.property.name === 'source' ? derive(node.object, file, depth) : undefined
    case 'BinaryExpression': {
      const left = derive(node.left, file, depth)
      const right = derive(node.right, file, depth)
      return node.operator === '+' && left !== undefined && right !== undefined ? left + right : undefined
    }
    case 'CallExpression':
      return deriveJoin(node, file, depth)
    default:
      return undefined
  }
}

/** The text of `[…].join('…')`. */
function deriveJoin({ callee, arguments: [between] }, file, depth) {
  if (callee.type !== 'MemberExpression' || callee.property.name !== 'join') return undefined
  if (callee.object.type !== 'ArrayExpression') return undefined
  const parts = [between, ...callee.object.elements].map((part) => derive(part, file, depth))
  return parts.includes(undefined) ? undefined : parts.slice(1).join(parts[0])
}

/**
 * @param {string} path of the file, by which imports are found
 * @param {string} [text] its text, if it isn't to be read
 * @returns {Expression[]}
 */
export function expressionsOf(path, text) {
  const file = text === undefined ? read(path) : readText(path, text)
  const lineOf = (node) => file.text.slice(0, node.start).split('\n').length
  const found = []
  for (const node of file.nodes) {
    const built =
      (node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.name === 'RegExp'
    if (!built && !(node.type === 'Literal' && node.regex)) continue
    const line = lineOf(node)
    const mark = findMark(file.lines, line)
    if (!built) found.push({ line, source: node.regex.pattern, flags: node.regex.flags, mark })
    else {
      const [source, flags] = node.arguments
      const derivedFlags = flags === undefined ? '' : derive(flags, file)
      const derived = derivedFlags === undefined ? undefined : derive(source, file)
      found.push({ line, source: derived, flags: derivedFlags ?? '', mark })
    }
  }
  return found
}
