import { isRecord } from '@binnacle/contract/schema'
import type { ValuePath } from '@binnacle/ui/schema-form'
import { type Document, isCollection, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** What keeps a text from being a spec, and where; counted from 1. */
interface SyntaxProblem {
  message: string
  line: number
  column: number
}

/**
 * A spec that is being edited. Form and code are two views of it: the form changes nodes of the document, which keeps
 * comments and order, and the code is its text.
 */
export interface SpecState {
  /** Changes with every edit. */
  version: number
  /** What was valid last; it is what the form shows and what is saved. */
  value: Readonly<Record<string, unknown>>
  document: Document
  /** Text of `document`; undefined while the form is ahead of it. */
  validText: string | undefined
  /** What stands in the code while that cannot be read. */
  broken: { text: string; problems: readonly SyntaxProblem[] } | undefined
}

/** Marks in a text at most; a text with more errors than this is no YAML. */
const MOST_SYNTAX_PROBLEMS = 100

interface Layout {
  indent: number
  indentSeq: boolean
  flowCollectionPadding: boolean
}

/** How a text is indented, so that a change in one place leaves the others alone. */
function layoutOf(text: string): Layout {
  const lines = text.split('\n')
  const columns = lines.map((line) => /^( *)\S/.exec(line)?.[1]?.length ?? 0)
  const nested = columns.find((column) => column > 0)
  const parent = lines.findIndex((line, index) => {
    const next = lines[index + 1]
    return /^\s*[\w.-]+:\s*(#.*)?$/.test(line) && next !== undefined && /^\s*-( |$)/.test(next)
  })
  const flush = parent >= 0 && columns[parent] === columns[parent + 1]
  return {
    indent: Math.min(8, Math.max(2, nested ?? 2)),
    indentSeq: !flush,
    flowCollectionPadding: !/(?:^|[\s[])[{]\w/m.test(text),
  }
}

const layouts = new WeakMap<Document, Layout>()

function write(document: Document): string {
  const layout = layouts.get(document) ?? {}
  return document.toString({ ...layout, lineWidth: 0, nullStr: '' })
}

function syntaxProblem(message: string, line = 1, column = 1): SyntaxProblem[] {
  return [{ message, line, column }]
}

function read(text: string): { document: Document; value: Record<string, unknown> } | SyntaxProblem[] {
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true })
  if (document.errors.length > 0)
    return document.errors
      .slice(0, MOST_SYNTAX_PROBLEMS)
      .flatMap(({ message, linePos }) =>
        syntaxProblem(message.split(' at line ')[0] ?? message, linePos?.[0].line, linePos?.[0].col),
      )
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
    if (!isRecord(value)) return syntaxProblem('Write names with their values, such as http:')
    layouts.set(document, layoutOf(text))
    return { document, value }
  } catch (error) {
    return syntaxProblem(error instanceof Error ? error.message : String(error))
  }
}

/** Begins to edit a text. */
export function openSpec(text: string): SpecState {
  const parsed = read(text)
  if ('document' in parsed) return { version: 0, ...parsed, validText: text, broken: undefined }
  const { document, value } = emptySpec()
  return { version: 0, document, value, validText: '', broken: { text, problems: parsed } }
}

function emptySpec(): { document: Document; value: Record<string, unknown> } {
  const document = parseDocument('')
  return { document, value: {} }
}

/** What the code shows. */
export function textOf(state: SpecState): string {
  if (state.broken !== undefined) return state.broken.text
  return validTextOf(state)
}

/** The text that was valid last, which is what is saved. */
export function validTextOf(state: SpecState): string {
  state.validText ??= write(state.document)
  return state.validText
}

/** The same spec with another text, as the code gives it. One that cannot be read leaves the last valid value. */
export function withText(state: SpecState, text: string): SpecState {
  const parsed = read(text)
  const version = state.version + 1
  if ('document' in parsed) return { version, ...parsed, validText: text, broken: undefined }
  return { ...state, version, broken: { text, problems: parsed } }
}

/** What stands at a path. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((found, part) => {
    if (Array.isArray(found)) return found[Number(part)]
    return isRecord(found) ? found[part] : undefined
  }, value)
}

function changed(value: unknown, [part, ...rest]: ValuePath, to: unknown): unknown {
  if (part === undefined) return to
  if (typeof part === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...value] : []
    const item = changed(list[part], rest, to)
    if (item === undefined) list.splice(part, 1)
    else list[part] = item
    return list
  }
  const { [part]: old, ...others } = isRecord(value) ? value : {}
  const fresh = changed(old, rest, to)
  if (fresh === undefined) return others
  // An object in its present order, with the changed key where it was.
  return isRecord(value) && part in value ? { ...value, [part]: fresh } : { ...others, [part]: fresh }
}

/** The path to take away so that no empty object stays where its last field was removed. */
function emptied(value: unknown, path: ValuePath): ValuePath {
  const above = path.slice(0, -1)
  const parent = valueAt(value, above)
  const isLast = isRecord(parent) && Object.keys(parent).length <= 1
  return isLast && above.length > 0 && typeof above.at(-1) === 'string' ? emptied(value, above) : path
}

function editNodes(document: Document, path: ValuePath, to: unknown): void {
  if (to === undefined) {
    document.deleteIn(path)
    return
  }
  if (document.contents === null || !isCollection(document.contents))
    document.contents = document.createNode({})
  // A list or map that was written on one line may be empty there, and grows as lines.
  const above = document.getIn(path.slice(0, -1), true)
  if ((isMap(above) || isSeq(above)) && above.items.length === 0) above.flow = false
  const old = document.getIn(path, true)
  const scalar = to === null || typeof to !== 'object'
  if (isScalar(old) && scalar) {
    if (typeof old.value !== typeof to) delete old.type
    old.value = to
  } else document.setIn(path, document.createNode(to))
}

/**
 * The same spec with another value at a path, as the form gives it.
 * @param to undefined takes it away
 */
export function withValue(state: SpecState, path: ValuePath, to: unknown): SpecState {
  const target = to === undefined ? emptied(state.value, path) : path
  const next = changed(state.value, target, to)
  const value = isRecord(next) ? next : {}
  const { document } = state
  try {
    editNodes(document, target, to)
  } catch {
    // An alias, or an empty value instead of a list, has no nodes to edit, so its parent is written again.
    const [key = ''] = target
    document.setIn([key], document.createNode(value[String(key)]))
  }
  return { version: state.version + 1, value, document, validText: undefined, broken: undefined }
}
