import {
  type CST,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
} from 'yaml'
import { YamlLimitError, yamlLimits, type YamlProblem } from './limits.ts'

/** One document of a text: its value, or its errors. */
interface YamlDocument {
  document: Document.Parsed
  /** Of the document, when there is no problem; null for an empty one. */
  value: unknown
  problems: readonly YamlProblem[]
}

export interface YamlStream {
  documents: readonly YamlDocument[]
  lines: LineCounter
}

/**
 * `checkSize` limits merge keys (`<<: *name`) like other aliases. Repeated keys are found below, because the library
 * compares each key of a map with all others.
 */
const options = { uniqueKeys: false, merge: true, prettyErrors: false, logLevel: 'silent' } as const

/** Line and column of an offset from 0. */
export function placeAt(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** The library's parser with a nesting limit: it keeps open collections on a stack, but composes them recursively. */
function* boundedTokens(text: string, lines: LineCounter): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine)
  // The first line has none before it that would end.
  lines.addNewLine(0)
  let offset = 0
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    // Two extra levels: the document itself, and a scalar above its collection.
    if (parser.stack.length > yamlLimits.levels + 2)
      throw new YamlLimitError(`more than ${yamlLimits.levels} levels of lists and maps`, offset)
    offset = parser.offset
  }
  yield* parser.end()
}

/** Runs code that creates many errors. Their stack traces would take most of the time. */
function withoutStackTraces<Value>(work: () => Value): Value {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * Parses a text with any number of documents.
 * @throws YamlLimitError if it is nested too deep or has too many documents
 */
function parseDocuments(text: string, lines: LineCounter, most: number): Document.Parsed[] {
  const documents: Document.Parsed[] = []
  // A text that should be one document counts as one, even if it is empty.
  for (const document of new Composer(options).compose(boundedTokens(text, lines), most === 1, text.length)) {
    if (documents.length === most)
      throw new YamlLimitError(
        most === 1 ? 'a second document begins here, expected one' : `more than ${most} documents`,
        document.range[0],
      )
    documents.push(document)
  }
  return documents
}

const cut = (message: string) => (message.length > 200 ? `${message.slice(0, 199)}…` : message)

function syntaxProblems(document: Document.Parsed, lines: LineCounter): YamlProblem[] {
  return document.errors.slice(0, yamlLimits.problems).map(({ message, pos }) => ({
    message: cut(message).replace(
      /^Tabs are not allowed as indentation$/,
      'tabs are not allowed as indentation; use spaces',
    ),
    ...placeAt(lines, pos[0]),
  }))
}

/** Whether a key merges in another map. The library reads it as a symbol. */
function isMergeKey(key: unknown): boolean {
  return typeof key === 'symbol' && key.description === '<<'
}

function duplicateKeys(document: Document.Parsed, lines: LineCounter): YamlProblem[] {
  const problems: YamlProblem[] = []
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key) || isMergeKey(key.value)) continue
        if (seen.has(key.value))
          problems.push({ message: 'Map keys must be unique', ...placeAt(lines, key.range?.[0] ?? 0) })
        seen.add(key.value)
      }
      return problems.length >= yamlLimits.problems ? visit.BREAK : undefined
    },
  })
  return problems.slice(0, yamlLimits.problems)
}

/**
 * Verifies that the size of a document is within limits, and that aliases end and do not multiply, before they are
 * resolved.
 * @throws YamlLimitError at the first place that exceeds a limit
 */
function checkSize(document: Document.Parsed): void {
  /** Number of values behind each anchor, including what aliases in it stand for. */
  const sizes = new Map<string, number | 'open'>()
  let values = 0
  let anchors = 0
  let aliased = 0
  const count = (offset: number) => {
    anchors += 1
    if (anchors > yamlLimits.anchors)
      throw new YamlLimitError(`more than ${yamlLimits.anchors} anchors and aliases`, offset)
  }

  function sizeOfAlias(source: string, offset: number): number {
    count(offset)
    const size = sizes.get(source)
    if (size === undefined) throw new YamlLimitError(`the alias *${cut(source)} has no anchor`, offset)
    if (size === 'open')
      throw new YamlLimitError(`the alias *${cut(source)} stands for a value that holds it`, offset)
    aliased += size
    if (aliased > yamlLimits.aliasedValues)
      throw new YamlLimitError(`aliases stand for more than ${yamlLimits.aliasedValues} values`, offset)
    return size
  }

  function sizeOfItems(node: Node): number {
    const offset = node.range?.[0] ?? 0
    values += 1
    if (values > yamlLimits.values) throw new YamlLimitError(`more than ${yamlLimits.values} values`, offset)
    if (isMap(node) && node.items.length > yamlLimits.keys)
      throw new YamlLimitError(`a map of more than ${yamlLimits.keys} keys`, offset)
    if (isMap(node)) return node.items.reduce((sum, { key, value }) => sum + sizeOf(key) + sizeOf(value), 1)
    if (isSeq(node)) return node.items.reduce<number>((sum, item) => sum + sizeOf(item), 1)
    return 1
  }

  function sizeOf(node: unknown): number {
    if (isAlias(node)) return sizeOfAlias(node.source, node.range?.[0] ?? 0)
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return 1
    const { anchor } = node
    if (anchor === undefined) return sizeOfItems(node)
    count(node.range?.[0] ?? 0)
    sizes.set(anchor, 'open')
    const size = sizeOfItems(node)
    sizes.set(anchor, size)
    return size
  }

  sizeOf(document.contents)
}

function readDocument(document: Document.Parsed, lines: LineCounter, mayRepeatKeys: boolean): YamlDocument {
  const wrong = (message: string, offset: number): YamlDocument => ({
    document,
    value: null,
    problems: [{ message, ...placeAt(lines, offset) }],
  })
  const problems = [
    ...syntaxProblems(document, lines),
    ...(mayRepeatKeys || document.errors.length > 0 ? [] : duplicateKeys(document, lines)),
  ]
  if (problems.length > 0) return { document, value: null, problems }
  try {
    checkSize(document)
    // Aliases are already counted. The library's own count takes cubic time.
    const value: unknown = document.toJS({ maxAliasCount: -1 })
    return { document, value, problems }
  } catch (error) {
    if (error instanceof YamlLimitError) return wrong(error.message, error.offset)
    return wrong(error instanceof Error ? cut(error.message) : String(error), document.range[0])
  }
}

/**
 * Parses a YAML text within the limits of nesting, anchors and aliases, in time linear in its length except for
 * errors. Never throws. Problems have positions.
 * @param most most documents; with 1 an empty text is one document
 */
export function parseYaml(
  text: string,
  most: number = yamlLimits.documents,
  mayRepeatKeys = false,
): YamlStream | { problem: YamlProblem } {
  const lines = new LineCounter()
  try {
    const documents = withoutStackTraces(() => parseDocuments(text, lines, most))
    return { lines, documents: documents.map((document) => readDocument(document, lines, mayRepeatKeys)) }
  } catch (error) {
    const offset = error instanceof YamlLimitError ? error.offset : 0
    const message = error instanceof Error ? cut(error.message) : String(error)
    return { problem: { message, ...placeAt(lines, offset) } }
  }
}
