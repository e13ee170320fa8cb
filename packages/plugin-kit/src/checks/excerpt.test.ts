import { createRedactor } from '@binnacle/egress'
import { expect, test } from 'vitest'
import { excerpt, excerptOfBytes, excerptOfEnd } from './excerpt.ts'
import { createRowKeeper, sqlOutcome } from './sql.ts'

const secret = 'correct-horse-battery'
const context = { redact: createRedactor([secret]) }
const filler = 'x '.repeat(45)

test('a secret at the place of the cut leaves nothing of itself', () => {
  for (let length = filler.length - 2; length <= filler.length + secret.length + 2; length += 1) {
    const text = `${filler}${secret} and more`
    expect(excerpt(context, text, length)).not.toContain('corr')
    expect(excerptOfBytes(context, Buffer.from(text), length)).not.toContain('corr')
    const turned = `more and ${secret}${filler}`
    expect(excerptOfEnd(context, turned, length)).not.toContain('ttery')
  }
  const split = Array.from(secret).join('\n')
  expect(excerpt(context, `${filler}${split} and more`, filler.length + 10)).toBe(`${filler}*** and mo`)
})

test('a text that is short enough stays as it is', () => {
  expect(excerpt(context, secret, 100)).toBe(secret)
  expect(excerptOfEnd(context, 'äö', 2)).toBe('äö')
})

test('a long value of a database is cut after its secrets are gone', () => {
  const rows = createRowKeeper()
  rows.add({ text: `${'y '.repeat(995)}${secret}${'z '.repeat(1_000)}`, list: [1, null, true] })
  const { details } = sqlOutcome({}, rows, {}, context)
  expect(JSON.stringify(details)).not.toContain('correct')
  expect(details).toMatchObject({ results: { count: 1, rows: [{ list: [1, null, true] }] } })
})
