import { ScriptFailure } from '../failure.ts'

export type TokenKind =
  | 'text'
  | 'field'
  | 'variable'
  | 'name'
  | 'dot'
  | 'number'
  | 'string'
  | 'character'
  | '('
  | ')'
  | '|'
  | ','
  | ':='
  | '='
  /** The end of an action. */
  | 'close'
  | 'end-of-template'

export interface Token {
  kind: TokenKind
  /** The value of a text or string; the source text of other tokens, fields without their dot. */
  text: string
  offset: number
  /** Whether white space precedes the token: `.a .b` are two operands, `.a.b` is one. */
  spaced: boolean
}

export type Delimiters = readonly [left: string, right: string]

const COMMENT = ['/*', '*/'] as const
const space = /[ \t\r\n]/
const word = /[\p{L}\p{N}_]/u
const whitespaceStart = /^[ \t\r\n]+/
const numberPattern =
  /[-+]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?)/y

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}
const escapePattern = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([\s\S]))/g

/** The value of a quoted constant of Go. */
function unquote(text: string, offset: number): string {
  return text.replaceAll(
    escapePattern,
    (whole, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const code = hex ?? short ?? long
      if (code !== undefined || octal !== undefined) {
        const point = code === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(code, 16)
        if (point > 0x10ffff) throw new ScriptFailure('syntax', `bad escape ${whole}`, offset)
        return String.fromCodePoint(point)
      }
      const simple = escapes[letter ?? '']
      if (simple === undefined) throw new ScriptFailure('syntax', `bad escape ${whole}`, offset)
      return simple
    },
  )
}

/**
 * Splits a template into tokens, including the text between actions. Handles trim markers and comments.
 * @param base position of the source in the script, if a header line was removed
 */
export function tokenize(source: string, [left, right]: Delimiters, base = 0): Token[] {
  const tokens: Token[] = []
  let at = 0
  let trimNext = false
  const fail = (message: string, offset: number): never => {
    throw new ScriptFailure('syntax', message, base + offset)
  }
  const push = (kind: TokenKind, text: string, offset: number, spaced = false) =>
    tokens.push({ kind, text, offset: base + offset, spaced })

  const pushText = (from: number, to: number, trimEnd: boolean) => {
    const whole = source.slice(from, to)
    const begun = trimNext ? whole.replace(whitespaceStart, '') : whole
    const text = trimEnd ? trimmedEnd(begun) : begun
    if (text !== '') push('text', text, from)
  }

  while (at < source.length) {
    const open = source.indexOf(left, at)
    const inside = open + left.length
    const trims = open !== -1 && source[inside] === '-' && space.test(source[inside + 1] ?? '')
    pushText(at, open === -1 ? source.length : open, trims)
    trimNext = false
    if (open === -1) break
    at = trims ? inside + 2 : inside
    const comment = source.startsWith(COMMENT[0], skipSpaces(source, at)) ? skipSpaces(source, at) : -1
    if (comment !== -1) {
      const end = source.indexOf(COMMENT[1], comment)
      if (end === -1) fail('comment without end', comment)
      at = end + COMMENT[1].length
      const rest = /^(\s+-)?/.exec(source.slice(at, at + 50))?.[0] ?? ''
      const after = rest === '' ? skipSpaces(source, at) : at + rest.length
      if (!source.startsWith(right, after)) fail('a comment must be alone in its action', at)
      trimNext = rest !== ''
      at = after + right.length
    } else at = lexAction(at, open)
  }
  push('end-of-template', '', source.length)
  return tokens

  function lexAction(start: number, open: number): number {
    let at = start
    let depth = 0
    let spaced = true
    for (;;) {
      const character = source[at]
      if (character === undefined) return fail('action without end', open)
      const trimmed = source[at] === '-' && spaced && at > start && source.startsWith(right, at + 1)
      if (trimmed && depth === 0) {
        push('close', right, at)
        trimNext = true
        return at + 1 + right.length
      }
      if (depth === 0 && source.startsWith(right, at)) {
        push('close', right, at)
        return at + right.length
      }
      if (space.test(character)) {
        at += 1
        spaced = true
        continue
      }
      if (character === '(') depth += 1
      if (character === ')') {
        depth -= 1
        if (depth < 0) return fail('right parenthesis without a left one', at)
      }
      at = lexToken(at, character, spaced)
      spaced = false
    }
  }

  function lexToken(at: number, character: string, spaced: boolean): number {
    if (character === ':' && source[at + 1] === '=') {
      push(':=', ':=', at, spaced)
      return at + 2
    }
    if (
      character === '(' ||
      character === ')' ||
      character === '|' ||
      character === ',' ||
      character === '='
    ) {
      push(character, character, at, spaced)
      return at + 1
    }
    if (character === '"' || character === '`' || character === "'") return lexQuoted(at, character, spaced)
    numberPattern.lastIndex = at
    const number = numberPattern.exec(source)?.[0]
    if (number !== undefined && /\d/.test(number) && !(character === '.' && !spaced)) {
      if (word.test(source[at + number.length] ?? ''))
        fail(`bad number ${number}${source[at + number.length] ?? ''}`, at)
      push('number', number, at, spaced)
      return at + number.length
    }
    if (character === '.' || character === '$') {
      const end = wordEnd(at + 1)
      const name = source.slice(at + 1, end)
      if (character === '$') push('variable', name, at, spaced)
      else push(name === '' ? 'dot' : 'field', name, at, spaced)
      return end
    }
    if (word.test(character)) {
      const end = wordEnd(at)
      push('name', source.slice(at, end), at, spaced)
      return end
    }
    return fail(`unexpected ${JSON.stringify(character)}`, at)
  }

  function lexQuoted(at: number, quote: string, spaced: boolean): number {
    let end = at + 1
    while (source[end] !== quote) {
      if (source[end] === undefined || (source[end] === '\n' && quote !== '`'))
        return fail(quote === "'" ? 'character without end' : 'string without end', at)
      end += source[end] === '\\' && quote !== '`' ? 2 : 1
    }
    const inner = source.slice(at + 1, end)
    const text = quote === '`' ? inner : unquote(inner, base + at)
    if (quote === "'" && Array.from(text).length !== 1)
      fail('single quotes are for one character; write a text in double quotes', at)
    push(quote === "'" ? 'character' : 'string', text, at, spaced)
    return end + 1
  }

  function wordEnd(from: number): number {
    let end = from
    while (end < source.length && word.test(String.fromCodePoint(source.codePointAt(end) ?? 0)))
      end += String.fromCodePoint(source.codePointAt(end) ?? 0).length
    return end
  }
}

function skipSpaces(source: string, from: number): number {
  let at = from
  while (space.test(source[at] ?? '')) at += 1
  return at
}

/** A loop: a pattern anchored at the end takes quadratic time on white space inside the text. */
function trimmedEnd(text: string): string {
  let end = text.length
  while (end > 0 && space.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
