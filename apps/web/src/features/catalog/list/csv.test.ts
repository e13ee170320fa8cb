import { catalogItem } from '@binnacle/contract/catalog'
import { expect, test } from 'vitest'
import { listedItem } from './testing.ts'
import { csvOf } from './csv.ts'

test('an export quotes what needs it and starts no formula', () => {
  const row = catalogItem.parse({
    ...listedItem,
    name: '=cmd()',
    type: 'A, "B"',
    labels: { app: 'x' },
    changes: -1,
    owner: { kind: 'team', id: '2', name: 'Shop' },
    fields: { tier: 'gold', cost: 3 },
  })
  const [header = '', line = ''] = csvOf([row]).split('\r\n')
  const names = header.split(',')
  expect(line.startsWith(`${listedItem.id},'=cmd(),"A, ""B""",`)).toBe(true)
  expect(line).toContain(',"{""app"":""x""}",')
  expect(line).toMatch(/,-1,.*,Shop,.*,3,gold$/)
  expect(names.slice(0, 3)).toEqual(['id', 'name', 'type'])
  expect(names.slice(-2)).toEqual(['field.cost', 'field.tier'])
})
