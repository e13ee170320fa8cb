import {
  branches,
  childNode,
  isRecord,
  itemNode,
  propertiesOf,
  type SchemaNode,
} from '@binnacle/contract/schema'

/** A path segment: a key, or any item of a list. */
type Step = string | typeof ITEM
const ITEM = Symbol('item')

/** A suggestion at the cursor. */
interface Suggestion {
  label: string
  /** Text to insert. */
  insert: string
  /** Its kind, in one word. */
  detail: string
  /** Its description. */
  information: string | undefined
}

/** Suggestions that replace the text from `from` to the cursor. */
export interface Suggestions {
  from: number
  options: readonly Suggestion[]
}

/** Description of the key at a position. */
export interface KeyInformation {
  from: number
  to: number
  title: string
  text: string
}

/** Structure of one line, from its columns alone. This works even if the text as a whole cannot be parsed. */
interface Shape {
  dashes: readonly number[]
  /** Column of the key, or of a key to be typed. */
  column: number
  key: string | undefined
  /** Text after the colon. */
  rest: string
}

const keyPattern = /^(?:"([^"]*)"|'([^']*)'|([^\s#"'{[&*!|>%@`:-][^\s:#]*|-[^\s:#]+))\s*:(?:\s+(\S.*)?)?$/

function shapeOf(line: string): Shape | undefined {
  const dashes: number[] = []
  let column = 0
  for (;;) {
    const blanks = /^ */.exec(line.slice(column))?.[0].length ?? 0
    column += blanks
    if (!/^-(?: |$)/.test(line.slice(column))) break
    dashes.push(column)
    column += 1
  }
  const text = line.slice(column)
  if (text.startsWith('#') || (text === '' && dashes.length === 0)) return undefined
  const match = keyPattern.exec(text)
  return { dashes, column, key: match?.[1] ?? match?.[2] ?? match?.[3], rest: match?.[4]?.trim() ?? '' }
}

const isBlockText = (rest: string): boolean => /^[|>][-+\d]*(?:\s+#.*)?$/.test(rest)

/**
 * Returns the path of a position, outermost key first.
 * @param row row of the position
 * @param column column at which its key begins
 * @param dashes columns of the list dashes before it on the same line
 * @returns undefined within a multi-line string
 */
function pathTo(
  lines: readonly string[],
  row: number,
  column: number,
  dashes: readonly number[],
): Step[] | undefined {
  const path: Step[] = []
  let limit = column
  let inList = false
  const enterItems = (columns: readonly number[]) => {
    for (const dash of columns.toReversed())
      if (dash < limit) {
        path.unshift(ITEM)
        limit = dash
        inList = true
      }
  }
  enterItems(dashes)
  for (let index = row - 1; index >= 0 && (limit > 0 || inList); index -= 1) {
    const shape = shapeOf(lines[index] ?? '')
    if (shape === undefined || (inList && shape.dashes.includes(limit))) continue
    const isAbove = shape.column < limit || (inList && shape.column === limit)
    if (shape.key !== undefined && isAbove) {
      if (isBlockText(shape.rest)) return undefined
      path.unshift(shape.key)
      limit = shape.column
      inList = false
      enterItems(shape.dashes)
    } else if (shape.column === limit && !inList) enterItems(shape.dashes)
  }
  return path
}

function nodeAt(schema: SchemaNode, path: readonly Step[]): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((node, step) => {
    if (node === undefined) return undefined
    return step === ITEM ? itemNode(node) : childNode(node, step)
  }, schema)
}

/** Returns the keys that the object of a line already has. */
function siblings(lines: readonly string[], row: number, column: number): Set<string> {
  const found = new Set<string>()
  const look = (index: number): boolean => {
    const shape = shapeOf(lines[index] ?? '')
    if (shape === undefined) return true
    if (shape.column === column && shape.key !== undefined) found.add(shape.key)
    return shape.column >= column
  }
  const beginsItem = (index: number) =>
    shapeOf(lines[index] ?? '')?.dashes.some((dash) => dash < column) === true
  for (let index = row - 1; index >= 0 && !beginsItem(index + 1) && look(index); index -= 1);
  for (let index = row + 1; index < lines.length && !beginsItem(index) && look(index); index += 1);
  return found
}

/** The types of a value in words. That it may be null goes without saying. */
function typeOf(node: SchemaNode): string {
  const types = branches(node)
    .flatMap(({ type }) => type)
    .filter((type) => typeof type === 'string' && type !== 'null')
  return [...new Set(types)].join(' or ')
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function keySuggestions(node: SchemaNode, taken: ReadonlySet<string>, column: number): Suggestion[] {
  return propertiesOf(node)
    .filter(([key]) => !taken.has(key))
    .map(([key, property]) => {
      const type = typeOf(property)
      const deeper = `\n${' '.repeat(column + 2)}`
      return {
        label: key,
        insert: type === 'array' ? `${key}:${deeper}- ` : type === 'object' ? `${key}:${deeper}` : `${key}: `,
        detail: text(property['title']) ?? type,
        information: text(property['description']),
      }
    })
}

function quoted(value: string): string {
  return /^[@*&!%`]/.test(value) ? `'${value}'` : value
}

function valueSuggestions(node: SchemaNode): Suggestion[] {
  const named = branches(node).flatMap((branch) => {
    const values = branch['enum'] ?? branch['offered']
    if (Array.isArray(values)) return values
    return branch['type'] === 'boolean' ? [true, false] : []
  })
  const offered = Array.isArray(node['offered']) ? node['offered'] : []
  return [...new Set([...named, ...offered])].flatMap((value: unknown) => {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return []
    const label = String(value)
    return [
      {
        label,
        insert: typeof value === 'string' ? quoted(value) : label,
        detail: text(node['title']) ?? '',
        information: undefined,
      },
    ]
  })
}

function rowOf(before: string): { row: number; start: number } {
  const start = before.lastIndexOf('\n') + 1
  return { row: before.split('\n').length - 1, start }
}

/**
 * Suggests keys or values at a position by the schema. On a blank line, the column of the cursor decides which object
 * they belong to.
 */
export function suggest(schema: SchemaNode, source: string, offset: number): Suggestions | undefined {
  const { row, start } = rowOf(source.slice(0, offset))
  const lines = source.split('\n')
  const before = source.slice(start, offset)
  const [, marks = '', rest = ''] = /^( *(?:- +)*)([^]*)$/.exec(before) ?? []
  const dashes = [...marks.matchAll(/-/g)].map(({ index }) => index)
  const path = pathTo(lines, row, marks.length, dashes)
  if (path === undefined) return undefined
  const node = nodeAt(schema, path)
  if (node === undefined) return undefined
  const value = /^([\w.-]+):\s+(\S*)$/.exec(rest)
  if (value !== null) {
    const [, key = '', typed = ''] = value
    const child = childNode(node, key)
    return child === undefined ? undefined : { from: offset - typed.length, options: valueSuggestions(child) }
  }
  if (!/^[\w.-]*$/.test(rest)) return undefined
  const keys = keySuggestions(node, siblings(lines, row, marks.length), marks.length)
  const options = keys.length > 0 ? keys : path.at(-1) === ITEM ? valueSuggestions(node) : []
  return { from: offset - rest.length, options }
}

/** Returns the description of the key at a position, from the schema. */
export function explain(schema: SchemaNode, source: string, offset: number): KeyInformation | undefined {
  const { row, start } = rowOf(source.slice(0, offset))
  const lines = source.split('\n')
  const shape = shapeOf(lines[row] ?? '')
  if (shape?.key === undefined) return undefined
  const from = start + shape.column
  const to = from + shape.key.length
  if (offset < from || offset > to) return undefined
  const path = pathTo(lines, row, shape.column, shape.dashes)
  const node = path === undefined ? undefined : nodeAt(schema, [...path, shape.key])
  if (node === undefined || !isRecord(node)) return undefined
  const title = text(node['title'])
  const description = text(node['description'])
  const values = valueSuggestions(node).map(({ label }) => label)
  const only = branches(node).some((branch) => Array.isArray(branch['enum']))
  const sentences = [
    description,
    values.length === 0 ? undefined : `${only ? 'One of' : 'Such as'} ${values.join(', ')}.`,
  ]
  return {
    from,
    to,
    title: `${shape.key}${title === undefined ? '' : ` – ${title}`}`,
    text: [...sentences.filter((sentence) => sentence !== undefined), `Type: ${typeOf(node) || 'any'}.`].join(
      ' ',
    ),
  }
}
