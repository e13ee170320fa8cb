import { fail, type Result, succeed } from '@binnacle/contract/core'
import { LONGEST_QUERY } from '@binnacle/contract/health'
import { Reader, Unreadable } from './read.ts'
import { MAX_DEPTH, MAX_TERMS, type Node, type QueryProblem, type Value } from './syntax.ts'

/** Parses one query. */
class Parser {
  private readonly reader: Reader
  private terms = 0

  constructor(text: string) {
    this.reader = new Reader(text)
  }

  /** Parses the whole text. @returns undefined if it is blank */
  parse(): Node | undefined {
    const { reader } = this
    reader.skipSpace()
    if (reader.isAtEnd) return undefined
    const node = this.union(0)
    if (!reader.isAtEnd)
      throw new Unreadable({
        message: 'This bracket closes nothing.',
        from: reader.at,
        to: reader.at + 1,
      })
    return node
  }

  /** Parses parts with a separator. The separator that binds weaker is parsed first. */
  private separated(sign: ';' | '|', part: () => Node): Node {
    const parts = [part()]
    while (this.reader.takeIf(sign)) parts.push(part())
    return together('any', parts)
  }

  private union(depth: number): Node {
    return this.separated(';', () => this.separated('|', () => this.sequence(depth)))
  }

  /** Parses terms with blanks between them, which must all match. */
  private sequence(depth: number): Node {
    const { reader } = this
    const parts: Node[] = []
    reader.skipSpace()
    while (!reader.isAtEnd && !';|)'.includes(reader.next)) {
      parts.push(this.term(depth))
      reader.skipSpace()
    }
    if (parts.length === 0)
      throw new Unreadable({
        message: 'Something to search for is missing here.',
        from: Math.max(0, reader.at - 1),
        to: Math.min(reader.at + 1, reader.text.length),
      })
    return together('all', parts)
  }

  private term(depth: number): Node {
    const { reader } = this
    const from = reader.at
    if (depth > MAX_DEPTH)
      throw new Unreadable({
        message: `Brackets are nested more than ${MAX_DEPTH} deep.`,
        from,
        to: from + 1,
      })
    if (reader.takeIf('(')) return this.group(from, depth + 1)
    if (isNegation(reader)) {
      reader.at += 1
      const part = this.term(depth + 1)
      return { kind: 'not', part, from, to: reader.at }
    }
    this.terms += 1
    if (this.terms > MAX_TERMS)
      throw new Unreadable({
        message: `A query has at most ${MAX_TERMS} words and comparisons.`,
        from,
        to: reader.text.length,
      })
    return this.comparison() ?? this.word()
  }

  private group(from: number, depth: number): Node {
    const { reader } = this
    const inner = this.union(depth)
    if (!reader.takeIf(')'))
      throw new Unreadable({ message: 'This bracket is never closed.', from, to: from + 1 })
    return inner
  }

  private comparison(): Node | undefined {
    const { reader } = this
    const head = reader.takeComparison()
    if (head === undefined) return undefined
    if (head.operator === ':' && /^[\s;|)]?$/.test(reader.next)) {
      reader.at = head.from
      return undefined
    }
    const values: Value[] = []
    do {
      const value = reader.takeValue()
      if (value === undefined)
        throw new Unreadable({
          message: `A value is missing after "${reader.text.slice(head.from, reader.at)}".`,
          from: head.from,
          to: reader.at,
        })
      values.push(value)
    } while (reader.takeIf(','))
    return {
      kind: 'compare',
      name: head.name,
      operator: head.operator,
      values,
      from: head.from,
      to: reader.at,
    }
  }

  private word(): Node {
    const { reader } = this
    const key = reader.takeKey()
    if (key !== undefined) return { kind: 'has', ...key }
    const value = reader.takeWord()
    if (value === undefined)
      throw new Unreadable({ message: 'This cannot be read.', from: reader.at, to: reader.at + 1 })
    return { kind: 'word', value, from: value.from, to: value.to }
  }
}

/** A minus or an exclamation mark right before something negates it. */
function isNegation(reader: Reader): boolean {
  const after = reader.text[reader.at + 1] ?? ''
  return '-!'.includes(reader.next) && reader.next !== '' && !/^[\s;|)]?$/.test(after)
}

function together(kind: 'all' | 'any', parts: readonly Node[]): Node {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) throw new TypeError('nothing to put together')
  return parts.length === 1 ? first : { kind, parts, from: first.from, to: last.to }
}

/**
 * Parses a query such as `health=unhealthy labels.team=payments (db | cache) -legacy`.
 *
 * Terms with blanks between them must all match. Of terms with `|` or `;` between them one must match; `|` binds stronger.
 * Brackets group. `-` and `!` negate what directly follows.
 * @returns the query, undefined for a blank text, or the problem with its position. Time is proportional to the length of
 *   the text.
 */
export function parseQuery(text: string): Result<Node | undefined, QueryProblem> {
  if (text.length > LONGEST_QUERY)
    return fail({
      message: `A query has at most ${LONGEST_QUERY.toLocaleString('en')} characters.`,
      from: LONGEST_QUERY,
      to: text.length,
    })
  const unstorable = /\0/.exec(text)?.index ?? (text.isWellFormed() ? undefined : 0)
  if (unstorable !== undefined)
    return fail({ message: 'A query must be text.', from: unstorable, to: text.length })
  try {
    return succeed(new Parser(text).parse())
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.problem)
    throw error
  }
}
