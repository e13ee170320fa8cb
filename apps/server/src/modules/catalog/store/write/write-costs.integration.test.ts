import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../../platform/ids.ts'
import { mergeItems } from '../merge/merge-items.ts'
import type { CostInput } from '../input.ts'
import { createEvents } from '../../../../platform/events/index.ts'
import { addScraper, openTestStore, type OpenTestStore, itemInput } from '../testing.ts'
import { sumAllCosts } from './write-costs.ts'

const START = new Date('2026-11-24T06:00:00Z')
let opened: OpenTestStore
beforeAll(async () => {
  opened = await openTestStore(START)
})
afterAll(() => opened.store.close())

function cost(name: string, days: Record<string, number>, more: Partial<CostInput> = {}): CostInput {
  return { kind: 'cost', of: [{ externalId: name }], days, currency: 'USD', bill: 'aws:1', ...more }
}

/** Totals of an item: a day, 7 and 30 days. */
async function totals(id: string) {
  const [row] = await opened.rows(
    `select cost_total_1d::float8 as day, cost_total_7d::float8 as week, cost_total_30d::float8 as month,
       cost_per_minute::float8 as minute
     from api.configs where id = $1`,
    id,
  )
  return row
}

/** The last days until yesterday, with an amount each. */
function lastDays(count: number, amount: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      new Date(START.getTime() - (index + 1) * 86_400_000).toISOString().slice(0, 10),
      amount,
    ]),
  )
}

test('costs by day become totals of items, and a day that is told again replaces the one before [CAT-037]', async () => {
  const scraper = await addScraper(opened.database.pool)
  const [disk, server, rest] = [newId(), newId(), newId()]
  const items = [itemInput(disk, 'disk'), itemInput(server, 'server'), itemInput(rest, 'rest')]
  const first = await opened.run(
    scraper,
    ...items,
    cost('disk', lastDays(31, 14.4)),
    // Two lines of the report are of one item.
    cost('server', { '2026-11-23': 1 }),
    cost('server', { '2026-11-23': 0.5, '2026-11-10': 4 }),
    cost('gone', { '2026-11-23': 7 }, { of: [{ externalId: 'gone' }, { externalId: 'rest' }] }),
  )
  expect(first).toMatchObject({ counts: { costs: 3, warnings: 0 }, faults: [] })
  expect(await totals(disk)).toEqual({ day: 14.4, week: 100.8, month: 432, minute: 0.01 })
  expect(await totals(server)).toMatchObject({ day: 1.5, week: 1.5, month: 5.5 })
  expect(await totals(rest)).toMatchObject({ day: 7, month: 7 })

  // The report is corrected: the other one is found now, and the server cost nothing that day.
  const gone = newId()
  await opened.run(
    scraper,
    ...items,
    itemInput(gone, 'gone'),
    cost('disk', lastDays(31, 14.4)),
    cost('server', { '2026-11-10': 3 }),
    cost('gone', { '2026-11-23': 7 }, { of: [{ externalId: 'gone' }, { externalId: 'rest' }] }),
  )
  expect(await totals(gone)).toMatchObject({ day: 7, month: 7 })
  expect(await totals(rest)).toEqual({ day: null, week: null, month: null, minute: null })
  expect(await totals(server)).toMatchObject({ day: null, week: null, month: 3 })

  // A run without costs, such as one whose report could not be read, leaves what is known.
  await opened.run(scraper, ...items)
  expect(await totals(disk)).toMatchObject({ month: 432 })
  const summary = await opened.rows(
    `select cost_total_30d::float8 as month from api.config_summary where type = 'Test::Thing'`,
  )
  expect(summary).toEqual([{ month: 442 }])
})

test('costs of other bills stay, those in other currencies are in no total, and unknown items are told', async () => {
  const scraper = await addScraper(opened.database.pool)
  const id = newId()
  const run = (...costs: CostInput[]) => opened.run(scraper, itemInput(id, 'shared'), ...costs)
  await run(cost('shared', { '2026-11-23': 2 }, { bill: 'one' }))
  await run(cost('shared', { '2026-11-23': 3 }, { bill: 'two' }))
  expect(await totals(id)).toMatchObject({ day: 5, month: 5 })
  const { faults } = await run(
    cost('shared', { '2026-11-23': 9 }, { bill: 'three', currency: 'EUR' }),
    cost('nowhere', { '2026-11-23': 9 }, { bill: 'three' }),
  )
  expect(faults).toMatchObject([
    { item: 'nowhere', message: 'costs of 1 item are not stored, as the catalog does not have it' },
    {
      item: 'EUR',
      message: 'costs in this currency are stored by day, and are in no total, as totals are in USD',
    },
  ])
  expect(await totals(id)).toMatchObject({ day: 5, month: 5 })
  expect(
    await opened.rows(
      `select bill, currency, cost::float8 as cost from core.config_costs_daily where config_id = $1 order by bill`,
      id,
    ),
  ).toEqual([
    { bill: 'one', currency: 'USD', cost: 2 },
    { bill: 'three', currency: 'EUR', cost: 9 },
    { bill: 'two', currency: 'USD', cost: 3 },
  ])
})

test('days leave the totals with time, also where no run tells anything', async () => {
  const scraper = await addScraper(opened.database.pool)
  const id = newId()
  await opened.run(scraper, itemInput(id, 'aging'), cost('aging', lastDays(10, 1), { bill: 'aging' }))
  expect(await totals(id)).toMatchObject({ day: 1, week: 7, month: 10 })
  const at = async (day: string) => {
    await sumAllCosts(opened.database.pool, new Date(`${day}T01:00:00Z`))
    return totals(id)
  }
  // Reports are late: the last day that is known still ends the totals.
  expect(await at('2026-11-26')).toMatchObject({ day: 1, week: 7, month: 10 })
  expect(await at('2026-11-28')).toMatchObject({ day: null, week: 3, month: 10 })
  expect(await at('2026-12-20')).toMatchObject({ day: null, week: null, month: 4 })
  expect(await at('2027-02-01')).toEqual({ day: null, week: null, month: null, minute: null })
})

test('a renamed item takes its costs along', async () => {
  const scraper = await addScraper(opened.database.pool)
  const [old, fresh] = [newId(), newId()]
  await opened.run(
    scraper,
    itemInput(old, 'old'),
    cost('old', { '2026-11-22': 1, '2026-11-23': 1 }, { bill: 'r' }),
  )
  await opened.run(
    scraper,
    itemInput(fresh, 'fresh'),
    { kind: 'complete' },
    cost('fresh', { '2026-11-23': 2 }, { bill: 'r' }),
  )
  const client = await opened.database.pool.connect()
  try {
    await client.query('begin')
    await mergeItems(
      client,
      { events: createEvents(opened.clock), followers: [] },
      {
        oldId: old,
        newId: fresh,
        now: opened.clock.now(),
        by: undefined,
      },
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await totals(old)).toMatchObject({ day: 2, week: 3, month: 3 })
})
