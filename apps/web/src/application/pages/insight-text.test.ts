import { expect, test } from 'vitest'
import { insightText } from './insight-text.ts'

test('an insight says its summary, else its message without markup, else nothing', () => {
  expect(insightText({ summary: 'Port 22 is open', message: 'other' })).toBe('Port 22 is open')
  expect(insightText({ summary: null, message: '<p>Unused\n <b>bucket</b></p>' })).toBe('Unused bucket')
  expect(insightText({ summary: ' ' })).toBeUndefined()
})
