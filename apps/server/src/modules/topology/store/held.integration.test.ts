import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/index.ts'
import { removeTopology } from '../topologies/remove.ts'
import { approveHeld, rejectHeld } from './delete.ts'
import { addTopology, componentNode as node, useStore } from './testing.ts'

const store = useStore()
const { stored, publish } = store

const many = Array.from({ length: 60 }, (_, number) => node(`n${number}`))

/** Makes a topology with 60 components, of which a run no longer saw 25. */
async function withHeld(): Promise<string> {
  const topology = await addTopology(store.pool)
  await publish(topology, many)
  expect(await publish(topology, many.slice(0, 35))).toMatchObject({ held: 25 })
  return topology
}

const approve = (topology: string) =>
  inTransaction(store.pool, (client) => approveHeld(client, 'test', topology, store.dependencies.now()))
const reject = (topology: string) =>
  inTransaction(store.pool, (client) => rejectHeld(client, 'test', topology))

async function countDeleted(topology: string): Promise<number> {
  return [...(await stored(topology)).values()].filter(({ deleted }) => deleted).length
}

describe('deletions that are held', () => {
  test('happen when a person approves them, once', async () => {
    const topology = await withHeld()
    expect(await approve(topology)).toBe(25)
    expect(await countDeleted(topology)).toBe(25)
    await expect(approve(topology)).rejects.toThrow('No deletions wait')
    await expect(reject(topology)).rejects.toThrow('No deletions wait')
  })

  test('do not happen when a person rejects them', async () => {
    const topology = await withHeld()
    expect(await reject(topology)).toBe(25)
    expect(await countDeleted(topology)).toBe(0)
    await expect(approve(topology)).rejects.toThrow('No deletions wait')
  })

  test('are those of the last run, and wait since the first', async () => {
    const topology = await withHeld()
    const since = async () =>
      (
        await store.pool.query('select held_at from core.topology_held_deletions where topology_id = $1', [
          topology,
        ])
      ).rows
    const first = await since()
    expect(await publish(topology, many.slice(0, 30))).toMatchObject({ held: 30 })
    expect(await since()).toEqual(first)
    expect(await approve(topology)).toBe(30)
  })

  test('wait no more when their topology is removed', async () => {
    const topology = await withHeld()
    await inTransaction(store.pool, (client) =>
      removeTopology(client, { now: store.dependencies.now(), by: 'test' }, topology),
    )
    expect(await countDeleted(topology)).toBe(60)
    await expect(approve(topology)).rejects.toThrow('No deletions wait')
  })
})
