import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const drawn = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

describe('Markdown from outside', () => {
  test('is drawn as elements', () => {
    expect(drawn('**bold** and `code`')).toContain('<strong>bold</strong> and <code>code</code>')
    expect(drawn('- a\n- b')).toContain('<li>')
    expect(drawn('a &amp; b &lt;c&gt;')).toContain('a &amp; b &lt;c&gt;')
  })

  test('never becomes HTML', () => {
    const text = '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b onclick="x()">b</b>'
    expect(drawn(text)).not.toMatch(/<(?:script|img|b)\b/)
  })

  test('links only to web pages and mail, and loads no picture', () => {
    expect(drawn('[bad](javascript:alert(1)) [data](data:text/html,x)')).not.toContain('href')
    expect(drawn('[good](https://example.com/a)')).toContain('href="https://example.com/a"')
    const picture = drawn('![alt](https://example.com/pixel.png)')
    expect(picture).not.toContain('<img')
    expect(picture).toContain('alt')
  })
})
