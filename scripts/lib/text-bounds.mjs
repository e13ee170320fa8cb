// Finds schemas that search a text whose length is not checked before: docs/contributing.md, "Regular expressions".
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Steps of a schema that read the whole text, and cost as much as it is long. */
const work = new Set(['regex', 'refine', 'superRefine', 'transform', 'overwrite', 'check', 'email', 'url'])
/** Steps that end the examination of a text that is too long, if they abort. */
const bounds = new Set(['max', 'maxLength', 'length'])

function* nodesOf(node) {
  if (Array.isArray(node)) for (const item of node) yield* nodesOf(item)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') yield node
    for (const [key, value] of Object.entries(node))
      if (typeof value === 'object' && key !== 'regex') yield* nodesOf(value)
  }
}

const parsed = new Map()

function read(path, text) {
  let file = text === undefined ? parsed.get(path) : undefined
  if (file !== undefined) return file
  const written = text ?? readFileSync(path, 'utf8')
  const { program } = parseSync(path, written)
  const nodes = [...nodesOf(program)]
  const constants = new Map()
  for (const node of nodes)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
      constants.set(node.id.name, constants.has(node.id.name) ? undefined : node.init)
  const imports = new Map()
  for (const node of nodes)
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.'))
      for (const { imported, local } of node.specifiers)
        if (imported !== undefined) imports.set(local.name, { name: imported.name, from: node.source.value })
  file = { path, text: written, nodes, constants, imports }
  parsed.set(path, file)
  return file
}

/** Whether a regular expression looks at the same number of characters, however long the text is. */
export function looksAtItsStart(source) {
  const plain = source.replaceAll(/\\[\s\S]/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const isAnchored = plain.startsWith('^') && !/^[^(]*\|/.test(plain) && !/\)[^(]*\|/.test(plain)
  return isAnchored && !/[*+]|\{\d+,\}/.test(plain)
}

const aborts = (node) =>
  node?.type === 'ObjectExpression' &&
  node.properties.some(({ key, value }) => key?.name === 'abort' && value.value === true)

/** A step that a call makes: what it is called, and whether it bounds or reads the text. */
function stepOf(name, [first, second], node, file) {
  if (bounds.has(name)) return { kind: aborts(second) ? 'bound' : 'soft', node }
  if (!work.has(name)) return undefined
  if (name === 'regex') {
    const literal = first?.type === 'Identifier' ? file.constants.get(first.name) : first
    if (literal?.regex !== undefined && looksAtItsStart(literal.regex.pattern)) return undefined
  }
  return { kind: 'work', name, node }
}

/** The steps of `check(…)`, which takes functions and, in the small edition of the library, named checks. */
function stepsOfCheck(parts, file) {
  return parts.flatMap((part) => {
    const isNamed = part.type === 'CallExpression' && part.callee.object?.name === 'z'
    const step = isNamed
      ? stepOf(part.callee.property.name, part.arguments, part, file)
      : { kind: 'work', name: 'check', node: part }
    return step === undefined ? [] : [step]
  })
}

/** The steps of a schema of a text in their order; undefined if it is no such schema, or nobody can tell. */
function stepsOf(node, file, depth = 6) {
  if (depth === 0 || node === undefined || node === null) return undefined
  if (node.type === 'Identifier') {
    const init = file.constants.get(node.name)
    if (init) return stepsOf(init, file, depth - 1)
    const imported = file.imports.get(node.name)
    const path = imported === undefined ? undefined : join(dirname(file.path), imported.from)
    if (path === undefined || !existsSync(path)) return undefined
    return stepsOf({ type: 'Identifier', name: imported.name }, read(path), depth - 1)
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { object, property } = node.callee
  const isText = property.name === 'string' && (object.name === 'z' || object.property?.name === 'coerce')
  if (isText) return []
  const before = stepsOf(object, file, depth)
  if (before === undefined) return undefined
  if (property.name === 'check') return [...before, ...stepsOfCheck(node.arguments, file)]
  const step = stepOf(property.name, node.arguments, node, file)
  return step === undefined ? before : [...before, step]
}

/**
 * The schemas of a file that read a text before its length is checked, each once.
 * @param {string} path of the file, by which imports are found
 * @param {string} [text] its text, if it isn't to be read
 * @returns {{line: number, step: string, soft: object | undefined}[]}
 */
export function unboundedTexts(path, text) {
  const file = read(path, text)
  const seen = new Set()
  const found = []
  for (const node of file.nodes) {
    const steps = node.type === 'CallExpression' ? stepsOf(node, file) : undefined
    const first = steps?.findIndex(({ kind }) => kind === 'work') ?? -1
    if (first === -1 || steps.slice(0, first).some(({ kind }) => kind === 'bound')) continue
    const step = steps[first]
    // The chain goes on from here, or begins in another place, which is reported there.
    if (seen.has(step.node) || !file.nodes.includes(step.node)) continue
    seen.add(step.node)
    const line = file.text.slice(0, step.node.start).split('\n').length
    found.push({
      line,
      start: step.node.start,
      step: step.name,
      soft: steps.slice(0, first).find(({ kind }) => kind === 'soft')?.node,
    })
  }
  return found
}
