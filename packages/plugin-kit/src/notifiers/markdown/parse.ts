import { Marked } from 'marked'
import { isRecord } from '../../core/json.ts'
import { cutText } from '../text.ts'
import { type Block, type Document, plainParagraph, type Span, type Style } from './document.ts'

/** Google Chat takes 32,000 bytes; only Matrix would take more. */
const LONGEST_BODY = 32_000
/** The parser compares each of these with the others, and recurses for each level of a quote or list. */
const MOST_MARKS = 2_000
const deepNesting = /^[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]*){12}/mu

const marked = new Marked({ gfm: true, breaks: true })
const safeProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
])

function decode(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities.get(entity) ?? entity)
}

/** A link's address in its normal spelling. @returns undefined if a message must not have it */
function safeUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url !== null && safeProtocols.has(url.protocol) ? url.href : undefined
}

const textAt = (token: Readonly<Record<string, unknown>>, key: string): string => {
  const value = token[key]
  return typeof value === 'string' ? value : ''
}

function childrenOf(token: Readonly<Record<string, unknown>>, key = 'tokens'): Record<string, unknown>[] {
  const value = token[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

const styleOf: Readonly<Record<string, Style>> = { strong: 'bold', em: 'italic', del: 'strike' }

interface SpanContext {
  styles: readonly Style[]
  url?: string
}

function spansOf(tokens: readonly Record<string, unknown>[], around: SpanContext): Span[] {
  return tokens.flatMap((token): Span[] => {
    const type = textAt(token, 'type')
    const style = styleOf[type]
    const inner = childrenOf(token)
    if (style !== undefined)
      return spansOf(inner, {
        ...around,
        styles: around.styles.includes(style) ? around.styles : [...around.styles, style],
      })
    if (type === 'br') return [{ ...around, text: '\n' }]
    if (type === 'codespan')
      return [{ ...around, text: textAt(token, 'text'), styles: [...around.styles, 'code'] }]
    if (type === 'checkbox') return [{ ...around, text: token['checked'] === true ? '☑ ' : '☐ ' }]
    if (type === 'link' || type === 'image') {
      const url = safeUrl(textAt(token, 'href'))
      const linked = url === undefined ? around : { ...around, url }
      const label = inner.length > 0 ? spansOf(inner, linked) : []
      const shown = textAt(token, 'text') || textAt(token, 'href')
      return label.length > 0 ? label : [{ ...linked, text: decode(shown) }]
    }
    if (inner.length > 0) return spansOf(inner, around)
    const text = textAt(token, 'text')
    return text === '' ? [] : [{ ...around, text: type === 'html' ? text : decode(text) }]
  })
}

const plain: SpanContext = { styles: [] }
const isBlock: ReadonlySet<string> = new Set(['list', 'code', 'blockquote', 'table', 'heading', 'hr', 'html'])

function itemBlocks(item: Record<string, unknown>, marker: string, level: number): Block[] {
  const tokens = childrenOf(item)
  const own = tokens.filter((token) => !isBlock.has(textAt(token, 'type')))
  const below = tokens.filter((token) => isBlock.has(textAt(token, 'type')))
  const spans = own.flatMap((token, index) => [
    ...(index > 0 && textAt(own[index - 1] ?? {}, 'type') === 'paragraph' ? [{ ...plain, text: '\n' }] : []),
    ...spansOf([token], plain),
  ])
  return [{ kind: 'item', marker, level, spans }, ...below.flatMap((token) => blocksOf(token, level + 1))]
}

function tableText(token: Record<string, unknown>): string {
  const cellsOf = (cells: unknown): string[] =>
    (Array.isArray(cells) ? cells : []).map((cell) => (isRecord(cell) ? decode(textAt(cell, 'text')) : ''))
  const rows = [cellsOf(token['header']), ...(Array.isArray(token['rows']) ? token['rows'].map(cellsOf) : [])]
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, index) => Math.max(found[index] ?? 0, cell.length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(Math.min(40, widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function blocksOf(token: Record<string, unknown>, level = 0): Block[] {
  const type = textAt(token, 'type')
  if (type === 'space' || type === 'def') return []
  if (type === 'hr') return [{ kind: 'rule' }]
  if (type === 'code') return [{ kind: 'code', text: textAt(token, 'text') }]
  if (type === 'table') return [{ kind: 'code', text: tableText(token) }]
  if (type === 'heading') return [{ kind: 'heading', spans: spansOf(childrenOf(token), plain) }]
  if (type === 'html') return [plainParagraph(textAt(token, 'text').trimEnd())]
  if (type === 'blockquote')
    return childrenOf(token)
      .flatMap((inner) => blocksOf(inner, level))
      .map((block) => (block.kind === 'paragraph' ? { ...block, kind: 'quote' } : block))
  if (type === 'list') {
    const start = typeof token['start'] === 'number' ? token['start'] : 1
    return childrenOf(token, 'items').flatMap((item, index) =>
      itemBlocks(item, token['ordered'] === true ? `${start + index}.` : '•', level),
    )
  }
  const inner = childrenOf(token)
  return [{ kind: 'paragraph', spans: spansOf(inner.length > 0 ? inner : [token], plain) }]
}

/** Parses the Markdown of a message. HTML in it is shown as text. Text that would take long to parse stays as it is. */
export function parseMarkdown(body: string): Document {
  const text = cutText(body.replaceAll('\r\n', '\n'), LONGEST_BODY).toWellFormed()
  if (text.trim() === '') return []
  const marks = text.match(/[*_~`[\]]/gu)?.length ?? 0
  if (marks > MOST_MARKS || deepNesting.test(text)) return [plainParagraph(text.trimEnd())]
  return marked.lexer(text).flatMap((token) => (isRecord(token) ? blocksOf(token) : []))
}
