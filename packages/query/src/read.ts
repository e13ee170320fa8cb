import type { Operator, QueryProblem, Span, Value } from './syntax.ts'

/** Ends the reading of a query. It never leaves this package: `parseQuery` gives the problem as a value. */
export class Unreadable extends Error {
  readonly problem: QueryProblem

  constructor(problem: QueryProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** A name that can stand before an operator: `type`, `labels.team`, `config.spec.ports[0]`, `labels."my key"`. */
const namePattern = /[A-Za-z_@](?:[\w./-]|\[\d+\])*(?:(?<=\.)"(?:[^"\\]|\\.)*")?/y
/** The longer ones first, as each begins like a shorter one. */
const operators: readonly Operator[] = ['!=', '<=', '>=', '=', ':', '<', '>']
const spacePattern = /\s*/y
/** What ends a value that is not quoted. */
const barePattern = /[^\s,;|()"]+/y
/** What ends a word. A word may hold a comma, as it is one thing that is searched for. */
const wordPattern = /[^\s;|()"]+/y
const quotedPattern = /"((?:[^"\\]|\\.)*)"/y

/** The text of a query and how far it is read. */
export class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Reads what fits at the place; undefined, and no further, where nothing does. */
  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text) ?? undefined
    if (match !== undefined) this.at += match[0].length
    return match
  }

  skipSpace(): void {
    this.take(spacePattern)
  }

  get next(): string {
    return this.text[this.at] ?? ''
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Reads a character if it is the next one. */
  takeIf(character: string): boolean {
    if (this.next !== character) return false
    this.at += 1
    return true
  }

  /** Reads a name and the operator after it; undefined, and no further, where the two are not there. */
  takeComparison(): ({ name: string; operator: Operator } & Span) | undefined {
    const from = this.at
    const name = this.take(namePattern)?.[0]
    const operator =
      name === undefined ? undefined : operators.find((sign) => this.text.startsWith(sign, this.at))
    if (name === undefined || operator === undefined) {
      this.at = from
      return undefined
    }
    this.at += operator.length
    return { name: unquotedName(name), operator, from, to: this.at }
  }

  /** Reads a name that holds a dot and stands alone, such as `labels.team`; undefined, and no further, where none does. */
  takeKey(): ({ name: string } & Span) | undefined {
    const from = this.at
    const name = this.take(namePattern)?.[0]
    if (name?.includes('.') && /^[\s;|()"]?$/.test(this.next))
      return { name: unquotedName(name), from, to: this.at }
    this.at = from
    return undefined
  }

  /** Reads a quoted text, or what `bare` allows. */
  private takeText(bare: RegExp): Value | undefined {
    const from = this.at
    if (this.next === '"') {
      const quoted = this.take(quotedPattern)
      if (quoted === undefined)
        throw new Unreadable({ message: 'This quote never ends.', from, to: this.text.length })
      return { text: unescaped(quoted[1] ?? ''), quoted: true, from, to: this.at }
    }
    const match = this.take(bare)
    return match === undefined ? undefined : { text: match[0], quoted: false, from, to: this.at }
  }

  /** Reads one value of a comparison. */
  takeValue(): Value | undefined {
    return this.takeText(barePattern)
  }

  /** Reads a word to search for. */
  takeWord(): Value | undefined {
    return this.takeText(wordPattern)
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1')
}

/** The name without the quotes around its last part. */
function unquotedName(name: string): string {
  const quote = name.indexOf('"')
  return quote < 0 ? name : name.slice(0, quote) + unescaped(name.slice(quote + 1, -1))
}
