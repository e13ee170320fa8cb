import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Message } from './message.tsx'

const shown = (body: string) => renderToStaticMarkup(createElement(Message, { title: null, body }))

describe('the text of a message', () => {
  test('is shown up to 500 characters, and the rest is one press away [TOP-052]', () => {
    const markup = shown(`${'a'.repeat(500)}bcd`)
    expect(markup).toContain(`${'a'.repeat(500)}…`)
    expect(markup).not.toContain('ab')
    expect(markup).toContain('Show all 503 characters')
  })

  test('is cut after a whole line, so that no marks of half a line show', () => {
    const markup = shown(Array.from({ length: 40 }, (_, place) => `- **check ${place}** failed`).join('\n'))
    expect(markup).toMatch(/<li>(?:(?!<li>).)*<strong>check 2\d<\/strong> failed\s*<\/li>\s*<\/ul>/s)
    expect(markup).toContain('…')
    expect(markup).not.toContain('**')
  })

  test('is whole where it is no longer than that', () => {
    const markup = shown('a'.repeat(500))
    expect(markup).toContain('a'.repeat(500))
    expect(markup).not.toContain('…')
    expect(markup).not.toContain('<button')
  })
})
