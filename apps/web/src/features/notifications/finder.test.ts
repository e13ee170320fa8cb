import { expect, test } from 'vitest'
import { withoutVerb } from './finder.tsx'

test.each([
  ['ack shop', 'shop'],
  ['Acknowledge the  shop', 'the shop'],
  ['silence', ''],
  ['shop', 'shop'],
  ['si shop', 'si shop'],
  ['silo', 'silo'],
])('"%s" finds what "%s" finds', (text, words) => {
  expect(withoutVerb(text)).toBe(words)
})
