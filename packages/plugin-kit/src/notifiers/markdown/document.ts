/** How a piece of text looks. */
export type Style = 'bold' | 'italic' | 'strike' | 'code'

/** A piece of text in one style. */
export interface Span {
  /** Plain text, escaped for no service yet. */
  text: string
  styles: readonly Style[]
  /** An http, https or mailto address that the text links to. */
  url?: string
}

/** A part of a message that starts on its own line. */
export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; spans: readonly Span[] }
  | { kind: 'item'; marker: string; level: number; spans: readonly Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

/** A message, apart from how a service writes it. */
export type Document = readonly Block[]

/** A paragraph without styles. */
export function plainParagraph(text: string): Block {
  return { kind: 'paragraph', spans: [{ text, styles: [] }] }
}

/** A heading without other styles. */
export function plainHeading(text: string): Block {
  return { kind: 'heading', spans: [{ text, styles: [] }] }
}

/** A paragraph of links, for services without buttons. */
export function linkParagraph(links: readonly { label: string; url: string }[]): Document {
  if (links.length === 0) return []
  const spans = links.flatMap(({ label, url }, index): Span[] => [
    ...(index === 0 ? [] : [{ text: ' · ', styles: [] }]),
    { text: label, styles: [], url },
  ])
  return [{ kind: 'paragraph', spans }]
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Longer characters, such as families of emoji, are cut. */
const LONGEST_CHARACTER = 64

/** The last place at or before `at` that is inside no character that a person sees. */
export function boundaryBefore(text: string, at: number): number {
  if (at >= text.length) return text.length
  const from = Math.max(0, at - LONGEST_CHARACTER)
  const near = text.slice(from, at + LONGEST_CHARACTER)
  const starts = [...characters.segment(near)].map(({ index }) => from + index)
  return starts.findLast((start) => start <= at && (start > from || from === 0)) ?? at
}

/** Characters of a block. Each block counts at least one, so that a document can end before any of them. */
function lengthOf(block: Block): number {
  if (block.kind === 'rule') return 1
  if (block.kind === 'code') return Math.max(1, block.text.length)
  return Math.max(
    1,
    block.spans.reduce((sum, { text }) => sum + text.length, 0),
  )
}

/** Characters of a document. */
function documentLength(document: Document): number {
  return document.reduce((sum, block) => sum + lengthOf(block), 0)
}

function divideSpans(spans: readonly Span[], at: number): [Span[], Span[]] {
  const head: Span[] = []
  const tail: Span[] = []
  let left = at
  for (const span of spans) {
    const cut = tail.length > 0 ? 0 : boundaryBefore(span.text, left)
    if (cut > 0) head.push({ ...span, text: span.text.slice(0, cut) })
    if (cut < span.text.length) tail.push({ ...span, text: span.text.slice(cut) })
    left -= span.text.length
  }
  return [head, tail]
}

function divideBlock(block: Block, at: number): [Document, Document] {
  if (block.kind === 'rule') return [[block], []]
  if (block.kind === 'code') {
    const cut = boundaryBefore(block.text, at)
    return [[{ ...block, text: block.text.slice(0, cut) }], [{ ...block, text: block.text.slice(cut) }]]
  }
  const [head, tail] = divideSpans(block.spans, at)
  return [[{ ...block, spans: head }], [{ ...block, spans: tail }]]
}

/** Divides a document after so many characters. */
function divide(document: Document, at: number): [Document, Document] {
  const head: Block[] = []
  let left = at
  for (const [index, block] of document.entries()) {
    const length = lengthOf(block)
    if (length <= left) {
      head.push(block)
      left -= length
      continue
    }
    const rest = document.slice(index + 1)
    if (left <= 0) return [head, document.slice(index)]
    const [before, after] = divideBlock(block, left)
    return [
      [...head, ...before],
      [...after, ...rest],
    ]
  }
  return [head, []]
}

/** Adds an ellipsis to the end of a document. */
function withEllipsis(document: Document): Document {
  const last = document.at(-1)
  if (last === undefined || last.kind === 'rule') return [...document.slice(0, -1), plainParagraph('…')]
  if (last.kind === 'code') return [...document.slice(0, -1), { ...last, text: `${last.text.trimEnd()}…` }]
  const spans = last.spans.map((span, index) =>
    index === last.spans.length - 1 ? { ...span, text: span.text.trimEnd() } : span,
  )
  return [...document.slice(0, -1), { ...last, spans: [...spans, { text: '…', styles: [] }] }]
}

/** Rendering again and again costs time, so up to this part of the room may stay empty. */
const EXACTNESS = 50

/**
 * The most characters of a document with which `fits` holds.
 * @param longest more characters than these do not fit
 */
function mostThatFits(document: Document, longest: number, fits: (head: Document) => boolean): number {
  let [low, high] = [0, Math.min(longest, documentLength(document))]
  while (low < high && high - low > low / EXACTNESS) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(divide(document, middle)[0])) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Cuts a document with an ellipsis until a service takes it. It is cut before it is escaped, so never inside an escape.
 * @param longest characters that the service takes at most, without styles and escapes
 * @param fits whether the service takes it
 */
export function fitDocument(
  document: Document,
  longest: number,
  fits: (document: Document) => boolean,
): Document {
  if (documentLength(document) <= longest && fits(document)) return document
  const most = mostThatFits(document, longest, (head) => fits(withEllipsis(head)))
  return withEllipsis(divide(document, most)[0])
}

/** Where a piece may end: after a block, else after a word near the limit, else anywhere. */
function goodEnd(document: Document, most: number): number {
  let whole = 0
  for (const block of document) {
    const next = whole + lengthOf(block)
    if (next > most) break
    whole = next
  }
  if (whole > 0) return whole
  const [block] = document
  if (block === undefined || block.kind === 'rule') return most
  const text = block.kind === 'code' ? block.text : block.spans.map((span) => span.text).join('')
  const start = text.slice(0, most)
  const gap = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '))
  return gap > most / 2 ? gap + 1 : most
}

/**
 * Divides a document into pieces that a service takes, at the ends of blocks or words where it can. The last piece ends
 * with an ellipsis if there are too many.
 * @param most pieces
 * @param longest characters of a piece at most, without styles and escapes
 */
export function documentPieces(
  document: Document,
  most: number,
  longest: number,
  fits: (piece: Document) => boolean,
): Document[] {
  const pieces: Document[] = []
  let rest = document
  while (rest.length > 0) {
    if (pieces.length === most - 1 || (documentLength(rest) <= longest && fits(rest)))
      return [...pieces, fitDocument(rest, longest, fits)]
    const end = goodEnd(rest, Math.max(1, mostThatFits(rest, longest, fits)))
    const [head, tail] = divide(rest, end)
    pieces.push(head)
    rest = tail
  }
  return pieces
}
