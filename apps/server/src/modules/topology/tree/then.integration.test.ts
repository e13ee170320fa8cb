import { DAY } from '@binnacle/contract/core'
import { createScriptEngine } from '@binnacle/scripting'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvents } from '../../../platform/events/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import type { ComponentNode } from '../component-tree.ts'
import { rollUp } from '../roll-up/roller.ts'
import { publishTopology } from '../store/index.ts'
import { removeOldComponents } from '../selectors/clean-up.ts'
import { forgetHistory } from '../store/retention.ts'
import { addTopology, componentNode as node, topologyRun } from '../store/testing.ts'
import type { ShownTree } from './render.ts'
import { selectTree } from './select.ts'
import { treeThen } from './then.ts'

const now = () => new Date()
const scripts = createScriptEngine({ now })
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => scripts.close())

/** A time after all that was done and before all that will be done. */
async function moment(): Promise<Date> {
  const read = async () => {
    const { rows } = await database.pool.query<{ at: Date }>('select clock_timestamp() as at')
    return rows[0]?.at.getTime() ?? 0
  }
  const first = await read()
  let next = first
  while (next < first + 2) next = await read()
  return new Date(first + 1)
}

/** Names of the tree of a time, with the health of what is not healthy. */
async function shapeAt(at: Date): Promise<string> {
  const { model } = await treeThen(database.pool, at)
  const trees = selectTree(model, {
    sortBy: 'name',
    sortOrder: 'asc',
    flatten: false,
    hidden: true,
    depth: 10,
  })
  const text = (list: readonly ShownTree[]): string =>
    list
      .map(({ node: { data }, below }) => {
        const health = data.health === 'unhealthy' ? '!' : ''
        return `${data.name}${health}${below.length > 0 ? `(${text(below)})` : ''}`
      })
      .join(' ')
  return text(trees)
}

test('the tree of a past time shows what was there, at its place of then, with the name and health of then', async () => {
  const { pool } = database
  const topology = await addTopology(pool)
  const publish = async (roots: readonly ComponentNode[]) => {
    await publishTopology(pool, topologyRun(topology, roots))
    await rollUp(pool, { events: createEvents({ now }), scripts, now })
    return moment()
  }
  const leaf = (name: string, changes: Partial<ComponentNode> = {}) =>
    node(name, { health: 'healthy', ...changes })

  const before = await moment()
  const docs = leaf('docs')
  const first = await publish([
    node('shop', {
      children: [leaf('cart', { health: 'unhealthy' }), leaf('db', { health: 'unhealthy' }), docs],
    }),
    node('wiki', { children: [docs] }),
  ])
  // `cart` moves and is well again, `db` goes, `mail` comes, `docs` is at one place only, and `shop` has a new name.
  const second = await publish([
    node('shop', { name: 'store', children: [leaf('mail')] }),
    node('wiki', { children: [leaf('cart'), docs] }),
  ])
  const third = await publish([
    node('shop', { name: 'store', children: [leaf('mail'), leaf('db')] }),
    node('wiki', { children: [leaf('cart'), docs] }),
  ])
  const then = 'shop!(cart! db! docs) wiki(docs)'
  const later = 'store(mail) wiki(cart docs)'
  expect(await shapeAt(before)).toBe('')
  expect(await shapeAt(first)).toBe(then)
  expect(await shapeAt(second)).toBe(later)
  expect(await shapeAt(third)).toBe('store(db mail) wiki(cart docs)')

  // Some are removed for good. What they were stays for 90 days.
  const last = await publish([node('wiki', { children: [docs] })])
  await removeOldComponents(pool, new Date(Date.now() + 8 * DAY), undefined)
  await forgetHistory(pool, new Date(Date.now() + 8 * DAY))
  expect((await pool.query('select from core.components where topology_id = $1', [topology])).rowCount).toBe(
    2,
  )
  expect(await shapeAt(first)).toBe(then)
  expect(await shapeAt(second)).toBe(later)
  expect(await shapeAt(last)).toBe('wiki(docs)')
  await forgetHistory(pool, new Date(Date.now() + 91 * DAY))
  expect(await shapeAt(first)).toBe('')
  expect(await shapeAt(last)).toBe('wiki(docs)')
})
