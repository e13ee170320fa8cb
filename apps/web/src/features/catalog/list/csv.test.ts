import { expect, test } from 'vitest'
import { configRow } from '../rows.ts'
import { csvOf } from './csv.ts'

test('an export quotes what needs it and starts no formula', () => {
  const row = configRow.parse({
    id: '1',
    name: '=cmd()',
    type: 'A, "B"',
    config_class: null,
    health: 'healthy',
    status: null,
    labels: { app: 'x' },
    tags: null,
    created_at: null,
    updated_at: null,
    deleted_at: null,
    changes: -1,
    owner: { kind: 'team', id: '2', name: 'Shop' },
    fields: { tier: 'gold', cost: 3 },
  })
  const [header, line] = csvOf([row]).split('\r\n')
  expect(line).toBe(`1,'=cmd(),"A, ""B""",,healthy,,-1,Shop,{},"{""app"":""x""}",{},,,,,,,3,gold`)
  expect(header).toMatch(/,owner,tags,.*,field\.cost,field\.tier$/)
})
