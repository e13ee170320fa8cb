import { ScriptFailure } from '../failure.ts'
import { type Delimiters, type Token, type TokenKind, tokenize } from './lexer.ts'
import { delimitersOf } from './delimiters.ts'
import type { Command, Node, Operand, ParsedTemplate, Pipe } from './nodes.ts'
import { numberOf } from './number.ts'

/** Deeper than any template is written; the parser recurses. */
const DEEPEST = 200

const keywords = new Set([
  'if',
  'with',
  'range',
  'else',
  'end',
  'define',
  'block',
  'template',
  'break',
  'continue',
])

/** Parses a template. @throws ScriptFailure with the place of the first error */
export function parseTemplate(source: string, given?: Delimiters): ParsedTemplate {
  const { delimiters, header } = delimitersOf(source, given)
  if (delimiters.includes('')) throw new ScriptFailure('syntax', 'delimiters must not be empty', 0)
  // What stands before the header are lines of comments.
  const before = source.slice(0, header?.from ?? 0)
  const tokens = tokenize(source.slice(header?.to ?? 0), delimiters, header?.to ?? 0)
  const definitions = new Map<string, readonly Node[]>()
  let position = 0
  let depth = 0
  let loops = 0
  let scope: string[] = ['']

  const fail = (message: string, offset: number): never => {
    throw new ScriptFailure('syntax', message, offset)
  }
  const peek = (ahead = 0): Token => tokens[Math.min(position + ahead, tokens.length - 1)] ?? end
  const end: Token = { kind: 'end-of-template', text: '', offset: source.length, spaced: false }
  const next = (): Token => {
    const token = peek()
    position += 1
    return token
  }
  const expect = (kind: TokenKind, what: string): Token => {
    const token = next()
    return token.kind === kind ? token : fail(`expected ${what}, got ${shown(token)}`, token.offset)
  }

  /** Nodes up to a closing keyword, which is read too. */
  function parseList(
    closers: readonly string[],
    owner: { text: string; offset: number },
  ): { nodes: Node[]; closer: Token } {
    if (depth >= DEEPEST) fail(`nested more than ${DEEPEST} levels deep`, owner.offset)
    depth += 1
    const nodes: Node[] = []
    for (;;) {
      const token = next()
      if (token.kind === 'text') nodes.push({ kind: 'text', text: token.text, offset: token.offset })
      else if (token.kind === 'end-of-template') {
        if (closers.length > 0) fail(`${owner.text} without end`, owner.offset)
        depth -= 1
        return { nodes, closer: token }
      } else if (token.kind === 'name' && closers.includes(token.text)) {
        depth -= 1
        return { nodes, closer: token }
      } else {
        const node = parseAction(token)
        if (node !== undefined) nodes.push(node)
      }
    }
  }

  function parseAction(token: Token): Node | undefined {
    if (token.kind === 'name' && keywords.has(token.text)) return parseKeyword(token)
    if (token.kind === 'close') fail('an action says nothing', token.offset)
    position -= 1
    const pipe = parsePipe('close', 1)
    return { kind: 'action', pipe, offset: token.offset }
  }

  function parseKeyword(token: Token): Node | undefined {
    const { offset } = token
    switch (token.text) {
      case 'if':
      case 'with':
      case 'range':
        return parseBranch(token.text, offset)
      case 'break':
      case 'continue':
        if (loops === 0) fail(`${token.text} outside of a range`, offset)
        expect('close', 'the end of the action')
        return { kind: token.text, offset }
      case 'template':
        return parseTemplateCall(offset)
      case 'define': {
        if (depth > 1) fail('define inside of another action', offset)
        parseDefinition(expect('string', 'a name in quotes'), 'define')
        return undefined
      }
      case 'block': {
        const name = expect('string', 'a name in quotes')
        const pipe = parsePipe('close', 0)
        parseBody(name, 'block')
        return { kind: 'template', name: name.text, pipe, offset }
      }
      default:
        return fail(`unexpected ${token.text}`, offset)
    }
  }

  function parseBranch(kind: 'if' | 'with' | 'range', offset: number): Node {
    const outer = scope
    scope = [...scope]
    const pipe = parsePipe('close', kind === 'range' ? 2 : 1)
    if (kind === 'range') loops += 1
    const { nodes, closer } = parseList(['else', 'end'], { text: kind, offset })
    if (kind === 'range') loops -= 1
    let otherwise: Node[] = []
    if (closer.text === 'else') {
      const chained = peek()
      if (chained.kind === 'name' && (chained.text === 'if' || chained.text === 'with') && kind !== 'range') {
        next()
        if (depth >= DEEPEST) fail(`nested more than ${DEEPEST} levels deep`, chained.offset)
        depth += 1
        otherwise = [parseBranch(chained.text, chained.offset)]
        depth -= 1
        scope = outer
        return { kind, pipe, body: nodes, otherwise, offset }
      }
      expect('close', 'the end of the action')
      const rest = parseList(['else', 'end'], { text: 'else', offset: closer.offset })
      if (rest.closer.text === 'else') fail('a second else', rest.closer.offset)
      otherwise = rest.nodes
    }
    expect('close', 'the end of the action')
    scope = outer
    return { kind, pipe, body: nodes, otherwise, offset }
  }

  function parseTemplateCall(offset: number): Node {
    const name = expect('string', 'a name in quotes')
    if (peek().kind === 'close') {
      next()
      return { kind: 'template', name: name.text, pipe: undefined, offset }
    }
    return { kind: 'template', name: name.text, pipe: parsePipe('close', 0), offset }
  }

  function parseDefinition(name: Token, kind: string): void {
    expect('close', 'the end of the action')
    parseBody(name, kind)
  }

  function parseBody(name: Token, kind: string): void {
    const outer = { scope, loops }
    scope = ['']
    loops = 0
    const { nodes } = parseList(['end'], { text: kind, offset: name.offset })
    expect('close', 'the end of the action')
    scope = outer.scope
    loops = outer.loops
    if (isFull(definitions.get(name.text) ?? []) && isFull(nodes))
      fail(`template ${JSON.stringify(name.text)} is defined twice`, name.offset)
    if (isFull(nodes) || !definitions.has(name.text)) definitions.set(name.text, nodes)
  }

  /** @param most how many variables may be declared */
  function parsePipe(closer: 'close' | ')', most: 0 | 1 | 2): Pipe {
    if (depth >= DEEPEST) fail(`nested more than ${DEEPEST} levels deep`, peek().offset)
    depth += 1
    const { offset } = peek()
    const { variables, assigns } = parseDeclaration(most)
    const commands: Command[] = []
    for (;;) {
      const command = parseCommand(closer)
      if (commands.length > 0 && !canTakePiped(command))
        fail('a value cannot take what is piped to it; name a function', command.offset)
      commands.push(command)
      const token = next()
      if (token.kind === closer) break
      if (token.kind !== '|') fail(`unexpected ${shown(token)}`, token.offset)
    }
    depth -= 1
    // A variable is known behind its declaration only.
    if (!assigns) scope.push(...variables)
    return { variables, assigns, commands, offset }
  }

  function parseDeclaration(most: number): { variables: string[]; assigns: boolean } {
    const first = peek()
    const none = { variables: [], assigns: false }
    if (first.kind !== 'variable') return none
    const second = peek(1)
    const single = second.kind === ':=' || second.kind === '='
    const pair =
      second.kind === ',' && peek(2).kind === 'variable' && (peek(3).kind === ':=' || peek(3).kind === '=')
    if (!single && !pair) {
      if (second.kind === ',') fail('two variables can only be declared by range', first.offset)
      return none
    }
    if ((pair && most < 2) || most < 1) fail('too many variables are declared here', first.offset)
    if (first.text === '') fail('$ cannot be declared', first.offset)
    const variables = pair ? [first.text, peek(2).text] : [first.text]
    position += pair ? 3 : 1
    const assigns = next().kind === '='
    if (assigns) for (const name of variables) known(name, first.offset)
    return { variables, assigns }
  }

  function known(name: string, offset: number): void {
    if (!scope.includes(name)) fail(`unknown variable $${name}`, offset)
  }

  function parseCommand(closer: 'close' | ')'): Command {
    const { offset } = peek()
    const operands: Operand[] = []
    for (;;) {
      const token = peek()
      if (token.kind === closer || token.kind === '|') break
      if (operands.length > 0 && !token.spaced && token.kind !== '(')
        fail(`unexpected ${shown(token)}`, token.offset)
      operands.push(parseOperand())
    }
    if (operands.length === 0)
      fail(
        peek().kind === '|' || closer === 'close' ? 'a value is missing' : 'empty parentheses',
        peek().offset,
      )
    return { operands, offset }
  }

  /** Fields that follow without space. */
  function parseFields(): string[] {
    const fields: string[] = []
    while (peek().kind === 'field' && !peek().spaced) fields.push(next().text)
    return fields
  }

  function parseOperand(): Operand {
    const token = next()
    const { offset, text } = token
    switch (token.kind) {
      case 'dot':
        return { kind: 'dot', fields: [], offset }
      case 'field':
        return { kind: 'dot', fields: [text, ...parseFields()], offset }
      case 'variable':
        known(text, offset)
        return { kind: 'variable', name: text, fields: parseFields(), offset }
      case 'string':
        return { kind: 'constant', value: text, fields: noFields(token), offset }
      case 'character':
        return { kind: 'constant', value: BigInt(text.codePointAt(0) ?? 0), fields: noFields(token), offset }
      case 'number':
        return { kind: 'constant', value: numberOf(text, offset), fields: noFields(token), offset }
      case '(': {
        const pipe = parsePipe(')', 0)
        return { kind: 'pipe', pipe, fields: parseFields(), offset }
      }
      case 'name':
        if (text === 'true' || text === 'false')
          return { kind: 'constant', value: text === 'true', fields: noFields(token), offset }
        if (text === 'nil') return { kind: 'nil', offset }
        if (keywords.has(text)) fail(`unexpected ${text}`, offset)
        return { kind: 'name', words: [text, ...parseFields()], offset }
      default:
        return fail(`unexpected ${shown(token)}`, offset)
    }
  }

  function noFields(token: Token): [] {
    if (peek().kind === 'field' && !peek().spaced) fail(`${shown(token)} has no fields`, token.offset)
    return []
  }

  const { nodes } = parseList([], { text: 'template', offset: 0 })
  const root: Node[] = before === '' ? nodes : [{ kind: 'text', text: before, offset: 0 }, ...nodes]
  return { root, definitions }
}

function shown({ kind, text }: Token): string {
  if (kind === 'close') return 'the end of the action'
  if (kind === 'end-of-template') return 'the end of the template'
  return kind === 'field' ? `.${text}` : kind === 'variable' ? `$${text}` : JSON.stringify(text)
}

/** Whether nodes say more than white space. */
function isFull(nodes: readonly Node[]): boolean {
  return nodes.some((node) => node.kind !== 'text' || node.text.trim() !== '')
}

function canTakePiped({ operands }: Command): boolean {
  const [first] = operands
  return first !== undefined && first.kind !== 'constant' && first.kind !== 'nil'
}
