import { describe, expect, test } from 'vitest'
import { mask, scraper, useExtraction } from './testing.ts'

const { extract } = useExtraction()

describe('full mode', () => {
  test('takes a document apart, with one fault for each entry that is not valid', async () => {
    const { items, ready } = await extract(
      { id: '$.external_id' },
      {
        external_id: 'o-1',
        config: { a: 1, token: 'abcdefghijk' },
        changes: [
          {
            external_change_id: '1',
            change_type: 'Deployment',
            severity: 'error',
            created_at: '2024-01-01T00:00:00Z',
          },
          { change_type: 'x' },
          7,
        ],
        analysis: [{ analyzer: 'lint', analysis_type: 'security', severity: 'high', summary: 'open' }, {}],
      },
      { full: true },
    )
    expect(items).toMatchObject([{ config: { a: 1, token: mask('abcdefghijk') }, externalIds: ['o-1', 'x'] }])
    expect(ready.slice(1)).toMatchObject([
      {
        kind: 'change',
        item: { externalId: 'o-1', type: 'Shop::Order' },
        severity: 'high',
        at: new Date('2024-01-01T00:00:00Z'),
      },
      { kind: 'insight', analyzer: 'lint', type: 'security', severity: 'high' },
      { kind: 'item-fault', message: 'changes[1] has no external_change_id' },
      { kind: 'item-fault', message: 'changes[2] is not an object' },
      { kind: 'item-fault', message: 'analysis[1] has no analyzer' },
    ])
  })

  test('leaves out the document of an item that has none', async () => {
    const { items, ready } = await extract(
      {},
      { changes: [{ external_change_id: '1', change_type: 'Flag' }] },
      { full: true },
    )
    expect(items).toEqual([])
    expect(ready).toMatchObject([{ kind: 'change', type: 'Flag', item: { externalId: 'x' } }])
  })
})

describe('costs', () => {
  test('are told by a document of full mode, of its item or of another one', async () => {
    const { ready } = await extract(
      {},
      {
        config: { a: 1 },
        costs: [
          { day: '2026-11-22', cost: 1.25 },
          { day: '2026-11-22', cost: '7', currency: 'EUR', external_id: 'y', config_type: 'Shop::Disk' },
          { day: '22.11.2026', cost: 1 },
          { day: '2026-02-30', cost: 1 },
          { day: '2026-11-22', cost: 'much' },
          { day: '2026-11-22', cost: 1, currency: 'dollars' },
          { cost: 1 },
          { day: '2026-11-22' },
        ],
      },
      { full: true },
    )
    const bill = `${scraper.id} Shop::Order x`
    expect(ready.slice(1)).toMatchObject([
      {
        kind: 'cost',
        of: [{ externalId: 'x', type: 'Shop::Order' }],
        days: { '2026-11-22': 1.25 },
        currency: 'USD',
        bill,
      },
      {
        kind: 'cost',
        of: [{ externalId: 'y', type: 'Shop::Disk' }],
        days: { '2026-11-22': 7 },
        currency: 'EUR',
        bill,
      },
      { kind: 'item-fault', message: 'costs[2] 22.11.2026 is not a day such as 2026-11-24' },
      { kind: 'item-fault', message: 'costs[3] 2026-02-30 is not a day such as 2026-11-24' },
      { kind: 'item-fault', message: 'costs[4] NaN is not an amount' },
      { kind: 'item-fault', message: 'costs[5] dollars is not a currency such as USD' },
      { kind: 'item-fault', message: 'costs[6] has no day' },
      { kind: 'item-fault', message: 'costs[7] has no cost' },
    ])
  })

  test('of a scraper that cannot be stored are told as a fault', async () => {
    const cost = { kind: 'cost', of: [{ externalId: 'x' }], currency: 'USD', bill: 'b' } as const
    const { ready } = await extract(
      {},
      { a: 1 },
      {
        also: [
          { ...cost, days: { '2026-11-22': 2 } },
          { ...cost, days: { '2026-11-22': Infinity } },
        ],
      },
    )
    expect(ready.slice(1)).toEqual([
      { ...cost, days: { '2026-11-22': 2 } },
      { kind: 'item-fault', item: 'x', type: undefined, message: 'cost: Infinity is not an amount' },
    ])
  })
})
