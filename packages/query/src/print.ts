import type { Node, Value } from './syntax.ts'

const plainValue = /^[^\s,;|()"]+$/
/** A word may contain a comma, and must not look like a negation. */
const plainWord = /^(?:[-!]|[^-!\s;|()"][^\s;|()"]*)$/

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Prints a value, with quotes if it needs them or had them. */
export function printValue(value: Pick<Value, 'text' | 'quoted'>, plain = plainValue): string {
  return value.quoted || !plain.test(value.text) ? quoted(value.text) : value.text
}

const plainName = /^[A-Za-z_@](?:[\w./-]|\[\d+\])*$/

/** Prints a name, with quotes around the part after the first dot if that has special characters. */
export function printName(name: string): string {
  if (plainName.test(name)) return name
  const dot = name.indexOf('.')
  return name.slice(0, dot + 1) + quoted(name.slice(dot + 1))
}

/** Precedence of the parts of a query. A part inside one with higher precedence needs brackets. */
const strength = { any: 0, all: 1, not: 2, word: 3, has: 3, compare: 3 }

function print(node: Node, outer: number): string {
  const inner = strength[node.kind]
  const text = printPlain(node, inner)
  return inner < outer || (inner === outer && inner < strength.not) ? `(${text})` : text
}

function printPlain(node: Node, inner: number): string {
  switch (node.kind) {
    case 'any':
      return node.parts.map((part) => print(part, inner)).join(' | ')
    case 'all':
      return node.parts.map((part) => print(part, inner)).join(' ')
    case 'not':
      return `-${print(node.part, inner)}`
    case 'word':
      return printValue(node.value, plainWord)
    case 'has':
      return printName(node.name)
    default:
      return `${printName(node.name)}${node.operator}${node.values.map((value) => printValue(value)).join(',')}`
  }
}

/** Prints a query in one normal form. Parsing it again gives the same conditions. */
export function printQuery(node: Node): string {
  return print(node, -1)
}

/** Most words of a text that a search uses. More words would narrow it little. */
const MOST_WORDS = 10
const LONGEST_WORD = 80

/** Makes a query that finds all words of a text literally. */
export function queryOfWords(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => quoted(word.slice(0, LONGEST_WORD).toWellFormed().replaceAll('\0', '')))
    .join(' ')
}
