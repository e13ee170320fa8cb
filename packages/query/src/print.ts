import type { Node, Value } from './syntax.ts'

const plainValue = /^[^\s,;|()"]+$/
/** A word may hold a comma, and must not look like a negation. */
const plainWord = /^(?:[-!]|[^-!\s;|()"][^\s;|()"]*)$/

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** A value, in quotes where it needs them or had them. */
export function printValue(value: Pick<Value, 'text' | 'quoted'>, plain = plainValue): string {
  return value.quoted || !plain.test(value.text) ? quoted(value.text) : value.text
}

const plainName = /^[A-Za-z_@](?:[\w./-]|\[\d+\])*$/

/** A name, with its part after the first dot in quotes where it has characters of its own. */
export function printName(name: string): string {
  if (plainName.test(name)) return name
  const dot = name.indexOf('.')
  return name.slice(0, dot + 1) + quoted(name.slice(dot + 1))
}

/** How strongly the parts of a query bind; what binds less than what it stands in needs brackets. */
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

/** Writes a query in one way, whichever way it was written. Read again, it means the same. */
export function printQuery(node: Node): string {
  return print(node, -1)
}

/** Most words of a text that are searched for; what follows them narrows little. */
const MOST_WORDS = 10
const LONGEST_WORD = 80

/** The query that finds each word of a text as it is, whatever characters it holds. */
export function queryOfWords(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => quoted(word.slice(0, LONGEST_WORD).toWellFormed().replaceAll('\0', '')))
    .join(' ')
}
