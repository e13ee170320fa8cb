// Reads CEL only as far as it takes to know where strings, comments and brackets end. The grammar of literals is that of the
// language definition: raw strings begin with r, and three quotes may contain line breaks.
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const skipped = /\/\/[^\n]*|(?<raw>\b(?:r|R|[rR][bB]|[bB][rR]))?(?<quote>"""|'''|"|')/y

/** Where a string literal ends whose quote ended at a place; undefined if it does not. */
function endOfString(text: string, from: number, quote: string, isRaw: boolean): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(quote, at)) return at + quote.length
    if (text[at] === '\\' && !isRaw) at += 1
    if (text[at] === '\n' && quote.length === 1) return undefined
  }
  return undefined
}

/** Where the expression in the bracket at a place ends, after its closing bracket; undefined if it does not. */
function endOfBracket(text: string, start: number): number | undefined {
  const open: string[] = []
  for (let at = start; at < text.length;) {
    skipped.lastIndex = at
    const found = skipped.exec(text)
    if (found !== null) {
      const { quote, raw } = found.groups ?? {}
      const after = at + found[0].length
      const end = quote === undefined ? after : endOfString(text, after, quote, raw !== undefined)
      if (end === undefined) return undefined
      at = end
      continue
    }
    const character = text[at] ?? ''
    const close = closing[character]
    if (close !== undefined) open.push(close)
    else if (character === ')' || character === ']' || character === '}') {
      if (open.pop() !== character) return undefined
      if (open.length === 0) return at + 1
    }
    at += 1
  }
  return undefined
}

/** Puts an expression into brackets, so that it stays one whatever stands around it. */
export function inBrackets(expression: string): string {
  // A comment at its end must not hide the bracket.
  return expression.includes('//') ? `(${expression}\n)` : `(${expression})`
}

/** The expression in brackets that a text is; undefined if it is something else. */
export function outOfBrackets(text: string): string | undefined {
  if (!text.startsWith('(') || endOfBracket(text, 0) !== text.length) return undefined
  return text.slice(1, -1).trim()
}

/** Whether every bracket and string of an expression ends within it, so that others can stand beside it. */
export function isClosed(expression: string): boolean {
  return outOfBrackets(inBrackets(expression)) === expression.trim()
}
