import { isRecord } from '@binnacle/contract/schema'
import type { ValuePath } from '@binnacle/ui/schema-form'
import { type Document, isCollection, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** A syntax error with its position, counted from 1. */
interface SyntaxProblem {
  message: string
  line: number
  column: number
}

/**
 * The draft of a spec, with form and code as two views of it. The form edits nodes of the YAML document, which keeps
 * comments and order; the code edits its text.
 */
export interface SpecState {
  /** Increases with every edit. */
  version: number
  /** The last valid value. The form shows it, and saving stores it. */
  value: Readonly<Record<string, unknown>>
  document: Document
  /** Text of `document`; undefined after an edit in the form, until it is needed. */
  validText: string | undefined
  /** The text of the code while it cannot be parsed. */
  broken: { text: string; problems: readonly SyntaxProblem[] } | undefined
}

/** Maximum number of syntax errors. A text with more is not YAML. */
const MOST_SYNTAX_PROBLEMS = 100

interface Layout {
  indent: number
  indentSeq: boolean
  flowCollectionPadding: boolean
}

/** Detects the indentation of a text, so that an edit does not reformat other lines. */
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
    flowCollectionPadding: !/(?:^|[\s[])[[{][\w'"]/m.test(text),
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

/** Creates the state for editing a text. */
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

/** Returns the text that the code shows, valid or not. */
export function textOf(state: SpecState): string {
  if (state.broken !== undefined) return state.broken.text
  return validTextOf(state)
}

/** Returns the last valid text, which saving stores. */
export function validTextOf(state: SpecState): string {
  state.validText ??= write(state.document)
  return state.validText
}

/** Returns the state after an edit of the code. An invalid text keeps the last valid value. */
export function withText(state: SpecState, text: string): SpecState {
  const parsed = read(text)
  const version = state.version + 1
  if ('document' in parsed) return { version, ...parsed, validText: text, broken: undefined }
  return { ...state, version, broken: { text, problems: parsed } }
}

/** Returns the value at a path. */
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
  // Keep the order of the keys.
  return isRecord(value) && part in value ? { ...value, [part]: fresh } : { ...others, [part]: fresh }
}

/** Returns the path to delete, so that deleting the last field of an object deletes the object too. */
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
  // An empty list or map may be written on one line, as `[]`. Write new entries on their own lines.
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
 * Returns the state after an edit of the form: the value at a path replaced.
 * @param to the new value; undefined deletes the field
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
