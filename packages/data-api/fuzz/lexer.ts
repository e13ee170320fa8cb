/** A token of a statement. */
export interface Token {
  kind: 'identifier' | 'parameter' | 'string' | 'word' | 'number' | 'symbol' | 'comment'
  text: string
}

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['comment', /--|\/\*/y],
  ['identifier', /(?:U&)?"(?:[^"]|"")*"/y],
  ['string', /[eE]'(?:[^'\\]|''|\\.)*'/sy],
  ['string', /(?:[bBxXnN]|U&)?'(?:[^']|'')*'/y],
  ['string', /\$([\p{L}_][\p{L}\p{N}_]*)?\$.*?\$\1\$/suy],
  ['parameter', /\$\d+/y],
  ['word', /[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*/uy],
  ['number', /\d+(?:\.\d+)?/y],
  ['symbol', /::|:=|[-+*/<>=~!@#%^&|`?]+|[()[\],.:;]/y],
]

/**
 * Takes a statement apart as PostgreSQL does.
 * Source: PostgreSQL, Lexical Structure.
 * @throws for what is no token
 */
export function tokenise(statement: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  while (position < statement.length) {
    const blank = /\s+/y
    blank.lastIndex = position
    if (blank.test(statement)) {
      position = blank.lastIndex
      continue
    }
    const found = patterns.flatMap(([kind, pattern]) => {
      pattern.lastIndex = position
      const text = pattern.exec(statement)?.[0]
      return text === undefined ? [] : [{ kind, text }]
    })[0]
    if (found === undefined) throw new Error(`No token at ${position} of ${statement}`)
    tokens.push(found)
    position += found.text.length
  }
  return tokens
}
