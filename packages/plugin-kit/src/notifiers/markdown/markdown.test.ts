import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundaryBefore, documentPieces, fitDocument } from './document.ts'
import { parseMarkdown } from './parse.ts'
import { markdownDialect, plainText, renderDocument, simpleHtml, withoutMentions } from './render.ts'

const sample = [
  '## Shop',
  'The **page** of `shop_1` is *down*, see [logs](https://x.example/a_(b)?c=d&e=f).',
  'Second line <b>raw</b> &amp; 1 < 2',
  '',
  '- one',
  '- two\n  - inner',
  '',
  '3. three',
  '',
  '> said',
  '',
  '```sh\nls *\n```',
].join('\n')

const chat = (text: string) =>
  renderDocument(parseMarkdown(text), markdownDialect({ protect: withoutMentions }))
const plain = (text: string) => renderDocument(parseMarkdown(text), plainText)
const html = (text: string) => renderDocument(parseMarkdown(text), simpleHtml)

describe('a body in Markdown', () => {
  test('as plain text keeps its words and addresses', () => {
    expect(plain(sample)).toBe(
      [
        'Shop\n',
        'The page of shop_1 is down, see logs (https://x.example/a_(b)?c=d&e=f).',
        'Second line <b>raw</b> & 1 < 2\n',
        '• one\n• two\n  • inner\n3. three\n',
        '> said\n',
        'ls *',
      ].join('\n'),
    )
  })

  test('as Markdown again has its styles, and its text cannot become style', () => {
    expect(chat('**a** _b_ ~~c~~ `d`')).toBe('**a** *b* ~~c~~ `d`')
    expect(chat(String.raw`\*\*a\*\* snake_case \[x\](y)`)).toBe(String.raw`\*\*a\*\* snake\_case \[x\](y)`)
    expect(chat('[a](https://x.example/q_(1))')).toBe('[a](https://x.example/q_%281%29)')
    expect(chat('`` a`b ``')).toBe('`` a`b ``')
  })

  test('as Markdown again is the same text, whatever it is', () => {
    const marks = fc.constantFrom(...Array.from('*_~`[]()<>#+-=|{}.!\\&;:/@1a \n'), '&lt;', '**')
    const texts = fc
      .array(marks, { maxLength: 20 })
      .map((parts) => parts.join('').replaceAll(/\s+/gu, ' ').trim())
    fc.assert(
      fc.property(texts, (text) => {
        const written = renderDocument(
          [{ kind: 'paragraph', spans: [{ text, styles: [] }] }],
          markdownDialect(),
        )
        const read = parseMarkdown(written)
        expect(renderDocument(read, { ...plainText, link: (label) => label, address: undefined })).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  test('as HTML is escaped, from any text or address', () => {
    expect(html('<img src=x onerror=alert(1)> **a&b**')).toBe(
      '&lt;img src=x onerror=alert(1)&gt; <b>a&amp;b</b>',
    )
    expect(html('[a](https://x.example/"onclick="b)')).not.toContain('"onclick')
  })

  test('has no links but those of the web and of email', () => {
    expect(chat('[a](javascript:alert(1)) [b](data:text/html,x) [c](mailto:a@b.example)')).toBe(
      'a b [c](mailto:a%40b.example)',
    )
  })

  test('calls nobody', () => {
    expect(chat('@everyone, @channel and @**all** of a@b')).not.toMatch(/@(?:everyone|channel|\*|\\\*)/u)
    expect(chat('write to a@b.example')).toContain('a@b.example')
  })

  test('that is made to be slow is shown as it is', () => {
    for (const text of ['>'.repeat(20_000), '_a'.repeat(20_000), '- '.repeat(10_000)]) {
      const started = process.threadCpuUsage()
      expect(plain(text)).toContain(text.slice(0, 100).trim())
      expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(500)
    }
  })
})

describe('a body that is too long', () => {
  const limit = (most: number) => (document: Parameters<typeof fitDocument>[0]) =>
    renderDocument(document, simpleHtml).length <= most

  test('is cut between characters, and outside of escapes', () => {
    expect(boundaryBefore('a👨‍👩‍👧b', 4)).toBe(1)
    expect(boundaryBefore('ae\u0301', 2)).toBe(1)
    expect(renderDocument(fitDocument(parseMarkdown('a <<<<< b'), 12, limit(12)), simpleHtml)).toBe(
      'a &lt;&lt;…',
    )
  })

  test('fits whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 40, max: 200 }),
        (text, most) => {
          const fitted = renderDocument(
            fitDocument(parseMarkdown(`${sample}\n\n${text}`), most, limit(most)),
            simpleHtml,
          )
          expect(fitted.length).toBeLessThanOrEqual(most)
          expect(fitted.isWellFormed()).toBe(true)
          expect(fitted).not.toMatch(/&[a-z#0-9]*(?:…|$)/u)
        },
      ),
    )
  })

  test('is divided into pieces that lose no text, until there are too many', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `- check ${index} is down`).join('\n')
    const fits = limit(400)
    const all = documentPieces(parseMarkdown(lines), 50, 400, fits)
    expect(all.every(fits)).toBe(true)
    expect(all.map((piece) => renderDocument(piece, plainText)).join('\n')).toBe(plain(lines))
    const some = documentPieces(parseMarkdown(lines), 2, 400, fits)
    expect(some).toHaveLength(2)
    expect(renderDocument(some.at(-1) ?? [], plainText)).toMatch(/…$/u)
    const word = documentPieces(parseMarkdown('x'.repeat(1_000)), 9, 400, fits)
    expect(word.map((piece) => renderDocument(piece, plainText)).join('')).toBe('x'.repeat(1_000))
  })
})
