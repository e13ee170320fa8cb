import { expect, test, vi } from 'vitest'
import { remember } from './remember.ts'

test('parses a text once, and what came long ago again', () => {
  const parse = vi.fn<(text: string) => string[]>((text) => text.split(','))
  const known = remember(parse)
  expect(known('a,b')).toEqual(['a', 'b'])
  expect(known('a,b')).toBe(known('a,b'))
  expect(parse).toHaveBeenCalledTimes(1)
  for (let number = 0; number < 500; number += 1) known(`c${number}`)
  known('a,b')
  expect(parse).toHaveBeenCalledTimes(502)
})

test('keeps neither long texts nor failures', () => {
  const parse = vi.fn<(text: string) => string>((text) => {
    if (text === 'bad') throw new Error('bad')
    return text
  })
  const known = remember(parse)
  for (const text of ['bad', 'bad', 'x'.repeat(3_000), 'x'.repeat(3_000)])
    try {
      known(text)
    } catch {
      // Asked again below.
    }
  expect(parse).toHaveBeenCalledTimes(4)
})
