import { expect, test } from 'vitest'
import { createConfigSubject } from './subject.ts'
import { useCatalogSamples } from './testing.ts'

const samples = useCatalogSamples()

test('items come page by page, without deleted ones', async () => {
  const { pool } = samples.app.database
  const subject = createConfigSubject(pool)
  const all = await subject.page(undefined, 1_000)
  expect(all).toEqual(all.toSorted())
  expect(all).toContain(samples.idOf('cart'))
  expect(all).not.toContain(samples.idOf('old'))
  const first = await subject.page(undefined, 2)
  expect([...first, ...(await subject.page(first[1], 1_000))]).toEqual(all)
})

test('events of the last day are those of items that are there, the newest first', async () => {
  const subject = createConfigSubject(samples.app.database.pool)
  const ids = [samples.idOf('cart'), samples.idOf('shop')]
  const events = (await subject.recentEvents(100)).filter(({ id }) => ids.includes(id))
  expect(events.map(({ event, id }) => ({ event, id }))).toEqual(
    ids.map((id) => ({ event: 'config.updated', id })),
  )
  expect(await subject.recentEvents(0)).toEqual([])
})

test('a deleted item can still be described, and is gone all the same', async () => {
  const subject = createConfigSubject(samples.app.database.pool)
  const loaded = await subject.load([samples.idOf('old'), samples.idOf('cart')])
  expect([...loaded.keys()]).toEqual([samples.idOf('cart')])
  const state = await subject.loadAt(samples.idOf('old'), new Date())
  expect(state).toMatchObject({ name: 'old', type: 'Kubernetes::Pod', health: 'unknown' })
})
