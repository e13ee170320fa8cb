import { expect, test } from 'vitest'
import { csvField } from './csv.ts'

test.each([
  [null, ''],
  ['plain', 'plain'],
  [-1.5, '-1.5'],
  ['-1.5', '-1.5'],
  ['=1+1', `'=1+1`],
  ['@a', `'@a`],
  ['+a', `'+a`],
  ['-b', `'-b`],
  ['\t=1', `'\t=1`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', `'＝1+1`],
  ['－1', `'－1`],
  ['a, "b"\n', `"a, ""b""\n"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  [{ app: 'x' }, `"{""app"":""x""}"`],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('%j is written as a field, and never as a formula', (value, field) => {
  expect(csvField(value)).toBe(field)
})
