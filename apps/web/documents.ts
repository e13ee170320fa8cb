import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
/** Folders of documents that come along with the product: those for the people who use it. */
const folders = ['guide', 'reference']
/** Single documents that come along too. */
const single = ['glossary.md', 'security.md']
const LIST = 'virtual:documents'

/** The address of a document below /docs: its path without ending; an index stands for its folder. */
function slugOf(path: string): string {
  return relative(docs, path)
    .replaceAll('\\', '/')
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
}

function documentPaths(): string[] {
  const below = folders.flatMap((folder) =>
    readdirSync(join(docs, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(docs, folder, path))
      .toSorted(),
  )
  return [...below, ...single.map((path) => join(docs, path))]
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\w\- ]/g, '')
    .replaceAll(' ', '-')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Where a link of a document leads in the product; undefined for what does not come along. */
function linkOf(href: string, path: string, known: ReadonlySet<string>): string | undefined {
  if (/^https?:/.test(href) || href.startsWith('#')) return href
  const [file = '', anchor] = href.split('#')
  const target = join(dirname(path), file)
  return known.has(target) ? `/docs/${slugOf(target)}${anchor === undefined ? '' : `#${anchor}`}` : undefined
}

/** A document as HTML. It is ours, and drawn when the product is built. */
function drawDocument(text: string, path: string): string {
  const known = new Set(documentPaths())
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = this.parser.parseInline(tokens)
        return `<h${depth} id="${anchorOf(heading)}">${heading}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const target = linkOf(href, path, known)
        if (target === undefined) return inner
        const apart = /^https?:/.test(target) ? ' target="_blank" rel="noreferrer noopener"' : ''
        return `<a href="${escaped(target)}"${apart}>${inner}</a>`
      },
      table(token) {
        const cells = (row: typeof token.header, tag: 'td' | 'th') =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')
        // Tables scroll by themselves on narrow screens; by keyboard too.
        return `<div role="region" aria-label="Table" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`
      },
      code({ text: code }) {
        const inner = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        return `<pre tabindex="0"><code>${inner}</code></pre>\n`
      },
    },
  })
  return marked.parse(text, { async: false })
}

/** Makes the documents of the project modules of the web application, so that help comes along with the product. */
export function documents(): Plugin {
  return {
    name: 'documents',
    resolveId: (id) => (id === LIST ? `\0${LIST}` : undefined),
    load(id) {
      if (id !== `\0${LIST}`) return undefined
      const entries = documentPaths().map((path) => {
        const text = readFileSync(path, 'utf8')
        return `{ slug: ${JSON.stringify(slugOf(path))}, title: ${JSON.stringify(titleOf(text))}, load: () => import(${JSON.stringify(path)}) }`
      })
      return `export const documents = [${entries.join(',')}]`
    },
    transform(code, id) {
      if (!id.endsWith('.md') || !id.startsWith(docs)) return undefined
      return { code: `export const html = ${JSON.stringify(drawDocument(code, id))}`, map: null }
    },
  }
}
