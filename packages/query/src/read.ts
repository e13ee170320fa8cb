import type { Operator, QueryProblem, Span, Value } from './syntax.ts'

/** Stops parsing. It never leaves this package: `parseQuery` returns the problem as a value. */
export class Unreadable extends Error {
  readonly problem: QueryProblem

  constructor(problem: QueryProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** A name that can stand before an operator: `type`, `labels.team`, `config.spec.ports[0]`, `labels."my key"`. */
const namePattern = /[A-Za-z_@](?:[\w./-]|\[\d+\])*(?:(?<=\.)"(?:[^"\\]|\\.)*")?/y
/** Longer operators first, because each starts with a shorter one. */
const operators: readonly Operator[] = ['!=', '<=', '>=', '=', ':', '<', '>']
const spacePattern = /\s*/y
/** The characters of an unquoted value. */
const barePattern = /[^\s,;|()"]+/y
/** The characters of a word. It may contain a comma, because a word is never a list. */
const wordPattern = /[^\s;|()"]+/y
const quotedPattern = /"((?:[^"\\]|\\.)*)"/y

/** The text of a query and the current position. */
export class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Reads a match at the current position. @returns undefined, without moving, if missing */
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

  /** Reads a name and its operator. @returns undefined, without moving, if there is no such pair */
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

  /** Reads a name with a dot but no operator, such as `labels.team`. @returns undefined, without moving, if missing */
  takeKey(): ({ name: string } & Span) | undefined {
    const from = this.at
    const name = this.take(namePattern)?.[0]
    if (name?.includes('.') && /^[\s;|()"]?$/.test(this.next))
      return { name: unquotedName(name), from, to: this.at }
    this.at = from
    return undefined
  }

  /** Reads a quoted text, or an unquoted one that matches `bare`. */
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
