import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLabels, cleanMessage, LONGEST_MESSAGE } from './clean.ts'
import { timeOfLine } from './timestamps.ts'

test('escape sequences are left out, and control characters become signs', () => {
  expect(cleanMessage('\u001B[1;31mred\u001B[0m \u001B]0;title\u0007done\r\n')).toBe('red done')
  expect(cleanMessage('a\u0000b\u202Ec\td')).toBe('a\u2400b\uFFFDc\td')
})

test('what is clean has no control characters, is not too long, and stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 1, max: 400 }),
      (text, times) => {
        const clean = cleanMessage(text.repeat(times))
        // eslint-disable-next-line no-control-regex -- they are what is looked for
        expect(clean).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F\u202A-\u202E]/)
        expect(clean.length).toBeLessThan(LONGEST_MESSAGE + 100)
        expect(cleanMessage(clean)).toBe(clean.replace(/[\r\n]+$/, ''))
      },
    ),
  )
})

test('a long line is cut with its length', () => {
  expect(cleanMessage('x'.repeat(1_048_576))).toMatch(/^x{16384}… \(cut; the line has 1048576 characters\)$/)
  expect(
    Object.keys(
      cleanLabels(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`l${index}`, 'x']))),
    ),
  ).toHaveLength(60)
})

test.each([
  ['2026-11-23T10:00:01.5Z started', '2026-11-23T10:00:01.500Z'],
  ['2026-11-23 10:00:01,250 INFO', '2026-11-23T10:00:01.250Z'],
  ['[2026-11-23T11:00:00+0100] x', '2026-11-23T10:00:00.000Z'],
  ['127.0.0.1 - - [23/Nov/2026:10:00:00 +0000] "GET /"', '2026-11-23T10:00:00.000Z'],
  ['Nov 23 10:00:00 host sshd[1]: x', '2026-11-23T10:00:00.000Z'],
  ['Dec 31 10:00:00 host sshd[1]: x', '2025-12-31T10:00:00.000Z'],
])('the time of %s is read', (line, time) => {
  const found = timeOfLine(line, Date.UTC(2026, 0, 2) + (line.startsWith('Dec') ? 0 : 325 * 86_400_000))
  expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(time)
})

test('a line without a time has none', () => {
  expect(timeOfLine('started at port 8080', 0)).toBeUndefined()
})
