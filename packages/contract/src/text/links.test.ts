import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSafeLink, splitLinks } from './links.ts'

test('links from outside lead to web pages only', () => {
  for (const url of ['https://example.com', 'HTTP://a.example/x']) expect(isSafeLink(url)).toBe(true)
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://a',
    'https://',
    '',
    null,
    undefined,
  ])
    expect(isSafeLink(url)).toBe(false)
})

test('only what starts with http or https is a link [FMT-013]', () => {
  expect(splitLinks('see https://a.example/x?y=1, or (http://b.example).')).toEqual([
    { text: 'see ' },
    { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
    { text: ', or (' },
    { text: 'http://b.example', href: 'http://b.example' },
    { text: ').' },
  ])
  for (const text of [
    'javascript:alert(1)',
    'ftp://a.example',
    'data:text/html,x',
    'www.example.com',
    'https://',
  ])
    expect(splitLinks(text)).toEqual([{ text }])
})

test('nothing of a text is lost', () => {
  const pieces = fc.constantFrom(
    'https://a.example/b',
    'http://',
    'https://[',
    ' ',
    '.',
    ')',
    'x',
    '<',
    '"',
    'é',
  )
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join('')),
      (text) =>
        splitLinks(text)
          .map((piece) => piece.text)
          .join('') === text,
    ),
  )
})
