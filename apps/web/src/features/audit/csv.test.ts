import { expect, test } from 'vitest'
import { withoutFormulas } from './csv.ts'

test('texts that a spreadsheet would run as formulas are kept as texts', () => {
  expect(withoutFormulas('actor,agent\n=1+1,"=HYPERLINK(""x"",""y"")"\n@a,-b')).toBe(
    `actor,agent\n'=1+1,"'=HYPERLINK(""x"",""y"")"\n'@a,'-b`,
  )
})

test('everything else stays as it is, also signs within texts and lines within quotes', () => {
  const csv = 'a,b\n1=2,"x,=y\n=z"\n,\n"",'
  expect(withoutFormulas(csv)).toBe(csv)
})
