import type { Block, Document, Span, Style } from './document.ts'

/** How a service writes text. */
export interface Dialect {
  /** Escapes plain text. */
  text: (text: string) => string
  /** Writes inline code. @param code plain text */
  code: (code: string) => string
  /** Writes a block of code. @param code plain text */
  codeBlock: (code: string) => string
  /** Adds a style to rendered text. */
  style: (rendered: string, style: Exclude<Style, 'code'>) => string
  /** @param label rendered. @param url in its normal spelling */
  link: (label: string, url: string) => string
  /** Writes a link whose label is its address. Default: as other links */
  address?: ((url: string) => string) | undefined
  /** What keeps two neighbors apart that would be read as something else together. Default: nothing */
  between?: (left: string, right: string) => string
  /** Default: bold */
  heading?: (rendered: string) => string
  /** @param marker such as • or 1. */
  item: (rendered: string, marker: string, level: number) => string
  quote: (rendered: string) => string
  rule: string
  /** Between blocks. Default: an empty line */
  gap?: string
  /** Between items of a list. Default: a line break */
  itemGap?: string
}

function outside(text: string): [before: string, inner: string, after: string] {
  const inner = text.trim()
  const start = text.indexOf(inner)
  return inner === '' ? [text, '', ''] : [text.slice(0, start), inner, text.slice(start + inner.length)]
}

function linkOf(label: string, rendered: string, url: string, dialect: Dialect): string {
  const isAddress = label === url || `${label}/` === url
  return isAddress && dialect.address !== undefined ? dialect.address(url) : dialect.link(rendered, url)
}

function renderSpan({ text, styles, url }: Span, dialect: Dialect): string {
  // Most services recognize a style only if it starts and ends with a character that is visible.
  const [before, inner, after] = outside(text)
  if (inner === '') return dialect.text(text)
  const written = styles.includes('code') ? dialect.code(inner) : dialect.text(inner)
  const styled = styles.reduce(
    (rendered, style) => (style === 'code' ? rendered : dialect.style(rendered, style)),
    written,
  )
  const linked = url === undefined ? styled : linkOf(inner, styled, url, dialect)
  return `${dialect.text(before)}${linked}${dialect.text(after)}`
}

function renderBlock(block: Block, dialect: Dialect): string {
  if (block.kind === 'rule') return dialect.rule
  if (block.kind === 'code') return dialect.codeBlock(block.text)
  const rendered = block.spans
    .map((span) => renderSpan(span, dialect))
    .reduce((left, right) => `${left}${dialect.between?.(left, right) ?? ''}${right}`, '')
  if (block.kind === 'heading') return dialect.heading?.(rendered) ?? dialect.style(rendered, 'bold')
  if (block.kind === 'quote') return dialect.quote(rendered)
  return block.kind === 'item' ? dialect.item(rendered, block.marker, block.level) : rendered
}

/** Writes a document as a service wants it. */
export function renderDocument(document: Document, dialect: Dialect): string {
  const { gap = '\n\n', itemGap = '\n' } = dialect
  return document.reduce((text, block, index) => {
    const before = document[index - 1]
    const between = before?.kind === 'item' && block.kind === 'item' ? itemGap : gap
    return `${text}${index === 0 ? '' : between}${renderBlock(block, dialect)}`
  }, '')
}

const indent = (level: number) => '  '.repeat(Math.min(level, 8))
const quoteLines = (text: string) => text.replaceAll(/^/gmu, '> ')

/** A fence that the code does not contain. */
function fence(code: string, shortest: number): string {
  const longest = Math.max(0, ...(code.match(/`+/gu) ?? []).map((run) => run.length))
  return '`'.repeat(Math.max(shortest, longest + 1))
}

/** Keeps `@name` from calling anyone, for services that have no escape for it: puts an invisible space after the sign. */
export function withoutMentions(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}])@/gu, '@\u200B')
}

/** Text without any style; addresses of links follow their labels. */
export const plainText: Dialect = {
  text: (text) => text,
  code: (code) => code,
  codeBlock: (code) => code,
  style: (rendered) => rendered,
  link: (label, url) => `${label} (${url})`,
  address: (url) => url,
  item: (rendered, marker, level) => `${indent(level)}${marker} ${rendered}`,
  quote: quoteLines,
  rule: '———',
}

const wrapMarks = { bold: '**', italic: '*', strike: '~~' } as const

/** Escapes the address of a Markdown link. */
function markdownUrl(url: string): string {
  return url.replaceAll(
    /[()<>[\]\\|@\s]/gu,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
}

/** How a service's Markdown differs from CommonMark. */
interface MarkdownOptions {
  /** Makes plain text harmless beyond escapes. */
  protect?: (text: string) => string
  /** Characters that a backslash escapes. A backslash before others would be shown. */
  escapable?: string
}

/** Markdown as Discord, Mattermost, Rocket.Chat, Zulip and Teams read it. */
export function markdownDialect({
  protect = (text) => text,
  escapable = '\\`*_~|[]<>&#+-.)',
}: MarkdownOptions = {}): Dialect {
  const escape = (character: string) => (escapable.includes(character) ? `\\${character}` : character)
  const escapeSecond = (_found: string, before: string, character: string) => `${before}${escape(character)}`
  return {
    text: (text) =>
      protect(text)
        .replaceAll(/[\\`*_~|[\]<>]/gu, escape)
        .replaceAll(/&(?=#?\w+;)/gu, escape)
        // These have a meaning at the start of a line only.
        .replaceAll(/^([ \t]*)([#+-])/gmu, escapeSecond)
        .replaceAll(/^([ \t]*\d+)([.)])/gmu, escapeSecond),
    code(code) {
      const mark = fence(code, 1)
      const pad = mark.length > 1 ? ' ' : ''
      return `${mark}${pad}${code.replaceAll('\n', ' ')}${pad}${mark}`
    },
    codeBlock(code) {
      const mark = fence(code, 3)
      return `${mark}\n${code}\n${mark}`
    },
    style: (rendered, style) => `${wrapMarks[style]}${rendered}${wrapMarks[style]}`,
    link: (label, url) => `[${label}](${markdownUrl(url)})`,
    address: markdownUrl,
    item: (rendered, marker, level) => `${indent(level)}${marker === '•' ? '-' : marker} ${rendered}`,
    quote: quoteLines,
    rule: '---',
  }
}

const htmlCharacters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, in its content and its attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => htmlCharacters[character] ?? '')
}

const tags = { bold: 'b', italic: 'i', strike: 's' } as const

/** The few tags of HTML that chat services show. */
export const simpleHtml: Dialect = {
  text: (text) => escapeHtml(text).replaceAll('\n', '<br>'),
  code: (code) => `<code>${escapeHtml(code)}</code>`,
  codeBlock: (code) => `<pre><code>${escapeHtml(code)}</code></pre>`,
  style: (rendered, style) => `<${tags[style]}>${rendered}</${tags[style]}>`,
  link: (label, url) => `<a href="${escapeHtml(url)}">${label}</a>`,
  item: (rendered, marker, level) => `${'&nbsp;'.repeat(2 * Math.min(level, 8))}${marker} ${rendered}`,
  quote: (rendered) => `<blockquote>${rendered}</blockquote>`,
  rule: '———',
  gap: '<br><br>',
  itemGap: '<br>',
}
