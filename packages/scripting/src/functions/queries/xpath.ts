import { createRequire } from 'node:module'
import { ScriptFailure } from '../../failure.ts'
import type { Runtime } from '../definition.ts'

/** What this file uses of a node of a document. */
interface XmlNode {
  readonly textContent: string | null
}

interface XmlElement extends XmlNode {
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
}

interface XmlDocument extends XmlNode {
  readonly documentElement: XmlElement | null
}

/** The types that the package brings are those of a browser, which this program is not. */
interface Parser {
  DOMParser: new (options: { onError: (level: string, message: string) => void }) => {
    parseFromString(source: string, type: string): XmlDocument
  }
}

interface Selector {
  useNamespaces(prefixes: Readonly<Record<string, string>>): (expression: string, node: XmlNode) => unknown
}

function isParser(module: unknown): module is Parser {
  return typeof module === 'object' && module !== null && 'DOMParser' in module
}

function isSelector(module: unknown): module is Selector {
  return typeof module === 'object' && module !== null && 'useNamespaces' in module
}

let loaded: { parser: Parser; selector: Selector } | undefined

/** Loaded with the first expression, because most processes never use them. */
function libraries(): { parser: Parser; selector: Selector } {
  if (loaded !== undefined) return loaded
  const require = createRequire(import.meta.url)
  const parser: unknown = require('@xmldom/xmldom')
  const selector: unknown = require('xpath')
  if (!isParser(parser) || !isSelector(selector))
    throw new ScriptFailure('unavailable', 'XPath is not installed')
  loaded = { parser, selector }
  return loaded
}

const LONGEST = 500_000

function parse(source: string, { parser }: { parser: Parser }): XmlDocument {
  if (source.length > LONGEST)
    throw new ScriptFailure('too-much-memory', `XML longer than ${LONGEST} characters`)
  // A document type declares entities, which may grow without limit or read files of the machine.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source))
    throw new ScriptFailure('evaluation', 'XML with a document type or entities is refused')
  const wrong = (message: string): never => {
    throw new ScriptFailure('evaluation', `not XML: ${message.split('\n')[0] ?? ''}`)
  }
  try {
    const options = {
      onError: (level: string, message: string) => void (level !== 'warning' && wrong(message)),
    }
    return new parser.DOMParser(options).parseFromString(source, 'text/xml')
  } catch (error) {
    if (error instanceof ScriptFailure || error instanceof RangeError) throw error
    return wrong(error instanceof Error ? error.message : '')
  }
}

/** Prefixes that the root of a document declares can be used in expressions. */
function prefixesOf(root: XmlElement | null): Record<string, string> {
  const declared = Array.from(root?.attributes ?? []).filter(({ name }) => name.startsWith('xmlns:'))
  return Object.fromEntries(declared.map(({ name, value }) => [name.slice('xmlns:'.length), value] as const))
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null && 'textContent' in value
}

/**
 * Evaluates an expression of XPath 1.0 on XML text.
 * @returns a text, number, or true or false as the expression gives it; of nodes their texts: one as it is, several as
 * a list, null if nothing matches
 * @throws ScriptFailure for text that is no XML and for a wrong expression
 */
export function runXpath(expression: string, source: string, { budget }: Runtime): unknown {
  const { parser, selector } = libraries()
  const document = parse(source, { parser })
  let found: unknown
  try {
    found = selector.useNamespaces(prefixesOf(document.documentElement))(expression, document)
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new ScriptFailure(
      'arguments',
      `bad XPath expression ${JSON.stringify(expression.slice(0, 60))}: ${error instanceof Error ? error.message : ''}`,
    )
  }
  if (!Array.isArray(found)) return found
  const texts = found.filter(isNode).map((node) => {
    const text = node.textContent ?? ''
    // A node contains the text of all its descendants, so many nodes may repeat a long text.
    budget.allocate(text.length + 16)
    return text
  })
  return texts.length > 1 ? texts : (texts[0] ?? null)
}
