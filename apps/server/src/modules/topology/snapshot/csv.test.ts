import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('columns keep their order, and cells run nothing in a spreadsheet', async () => {
  const rows = [
    { b: 'two, "three"', a: 1, c: { x: 1 } },
    { a: '=cmd()', b: -5, c: null, d: 'left out' },
  ]
  let text = ''
  for await (const line of csvOf({ columns: ['a', 'b', 'c'], rows })) text += line
  expect(text).toBe('a,b,c\r\n1,"two, ""three""","{""x"":1}"\r\n\'=cmd(),-5,\r\n')
})
