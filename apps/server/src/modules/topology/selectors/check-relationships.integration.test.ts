import { beforeAll, describe, expect, test } from 'vitest'
import { preparePipeline } from '../../health/pipeline/testing.ts'
import { syncRelationshipsOfChecks } from './check-relationships.ts'

const { app, browser, says, at, save, checksOf, run } = await preparePipeline()
const { pool } = app.database

const item = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { rows } = await pool.query(
    `insert into core.config_items (name, type, config_class, external_id, tags, labels)
     values ($1, $2, 'Service', $3, $4, $5) returning id`,
    [
      name,
      more['type'] ?? 'Kubernetes::Service',
      more['externalId'] ?? [name],
      JSON.stringify({ namespace: more['namespace'] ?? 'shop' }),
      JSON.stringify(more['labels'] ?? {}),
    ],
  )
  return rows[0].id
}
const component = async (name: string, labels = {}): Promise<string> => {
  const { rows } = await pool.query(
    `insert into core.components (name, external_id, type, labels) values ($1, $1, 'Service', $2) returning id`,
    [name, JSON.stringify(labels)],
  )
  return rows[0].id
}

/** Names of what a check belongs to. */
async function belongings(checkId: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select items.name from core.check_config_relationships as link
     join core.config_items as items on items.id = link.config_id
     where link.check_id = $1 and link.deleted_at is null
     union
     select components.name from core.check_component_relationships as link
     join core.components on components.id = link.component_id
     where link.check_id = $1 and link.deleted_at is null order by 1`,
    [checkId],
  )
  return rows.map(({ name }) => name)
}

/** Runs the check of a canary and waits until it belongs to these. */
async function expectBelongings(canary: string, name: string, wanted: readonly string[]): Promise<string> {
  await run(canary, name)
  const id = (await checksOf(canary)).find((check) => check.name === name)?.id ?? ''
  await expect.poll(() => belongings(id), { timeout: 15_000 }).toEqual(wanted)
  return id
}

beforeAll(async () => {
  await item('orders')
  await item('payment', { labels: { app: 'payment', tier: 'web' } })
  await item('payment copy', { type: 'Kubernetes::Pod', externalId: ['pod/payment'], namespace: 'test' })
  await component('orders service', { app: 'orders' })
})

const http = (path: string, relationships: unknown, more = {}) => ({
  http: [{ name: 'web', url: at(path), relationships, ...more }],
})

describe('relationships of a check', () => {
  test('link it with items and components by fixed values, labels and expressions', async () => {
    says.set('/orders', { owner: 'orders' })
    const canary = await save(
      http(
        '/orders',
        {
          configs: [
            { name: { expr: 'result.data.json.owner' }, type: { value: 'Kubernetes::Service' } },
            { external_id: { value: 'pod/payment' }, namespace: { value: 'test' } },
            { labels: { app: 'payment' } },
          ],
          components: [{ name: { label: 'service' } }, { labels: { app: 'orders' } }],
        },
        { labels: { service: 'orders service' } },
      ),
    )
    const id = await expectBelongings(canary, 'web', ['orders', 'orders service', 'payment', 'payment copy'])
    const { body } = await browser.send(
      'GET',
      `/api/db/check_config_relationships?check_id=eq.${id}&select=config_id`,
    )
    expect(body).toHaveLength(3)
  })

  test('move it when the result names something else, and take it away when it names nothing', async () => {
    says.set('/moving', { owner: 'orders' })
    const canary = await save(http('/moving', { configs: [{ name: { expr: 'result.data.json.owner' } }] }))
    await expectBelongings(canary, 'web', ['orders'])
    says.set('/moving', { owner: 'payment' })
    await expectBelongings(canary, 'web', ['payment'])
    says.set('/moving', { owner: '' })
    const id = await expectBelongings(canary, 'web', [])
    expect(await belongings(id)).toEqual([])
  })

  test('find an item that comes later, and lose one that is deleted', async () => {
    says.set('/later', {})
    const canary = await save(http('/later', { configs: [{ name: { value: 'invoices' } }] }))
    const id = await expectBelongings(canary, 'web', [])
    const config = await item('invoices')
    await syncRelationshipsOfChecks(pool, new Date())
    expect(await belongings(id)).toEqual(['invoices'])
    await pool.query('update core.config_items set deleted_at = now() where id = $1', [config])
    await syncRelationshipsOfChecks(pool, new Date())
    expect(await belongings(id)).toEqual([])
  })

  test('end with the relationships of the spec, and begin again with them', async () => {
    says.set('/spec', {})
    const relationships = { configs: [{ name: { value: 'orders' } }] }
    const canary = await save(http('/spec', relationships))
    const id = await expectBelongings(canary, 'web', ['orders'])
    await save(http('/spec', undefined), canary)
    await run(canary, 'web')
    await syncRelationshipsOfChecks(pool, new Date())
    expect(await belongings(id)).toEqual([])
    await save(http('/spec', relationships), canary)
    await expectBelongings(canary, 'web', ['orders'])
  })

  test('stay as they are while the result is not known or an expression fails, and the job says why', async () => {
    says.set('/failing', { owner: 'orders' })
    const expr = 'result.data.json.owner == "" ? string(int("none")) : result.data.json.owner'
    const canary = await save(http('/failing', { configs: [{ name: { expr } }] }))
    const id = await expectBelongings(canary, 'web', ['orders'])
    says.set('/failing', { owner: '' })
    await run(canary, 'web')
    const { errors } = await syncRelationshipsOfChecks(pool, new Date())
    expect(errors.join()).toContain('check web: relationships.configs[0].name: ')
    expect(await belongings(id)).toEqual(['orders'])
  })

  test('of a check that a transform gave are those of its parent with its own labels', async () => {
    says.set('/both', {})
    const canary = await save(
      http(
        '/both',
        { configs: [{ name: { label: 'item' } }] },
        {
          transform: {
            javascript: `JSON.stringify(['orders', 'payment'].map((item) => ({ name: item, pass: true, labels: { item } })))`,
          },
        },
      ),
    )
    await run(canary, 'web')
    const given = (await checksOf(canary)).filter(({ transformed }) => transformed)
    expect(given.map(({ name }) => name)).toEqual(['orders', 'payment'])
    for (const { id, name } of given)
      await expect.poll(() => belongings(id), { timeout: 15_000 }).toEqual([name])
  })

  test('of one check are followed without those of others', async () => {
    says.set('/one', {})
    says.set('/other', {})
    const relationships = { configs: [{ name: { value: 'orders' } }] }
    const [one, other] = [await save(http('/one', relationships)), await save(http('/other', relationships))]
    const oneId = await expectBelongings(one, 'web', ['orders'])
    const otherId = await expectBelongings(other, 'web', ['orders'])
    await syncRelationshipsOfChecks(pool, new Date(), [oneId])
    expect(await belongings(otherId)).toEqual(['orders'])
    expect(await belongings(oneId)).toEqual(['orders'])
  })

  test('that select everything are no way to link more than ten thousand things', async () => {
    says.set('/all', {})
    const canary = await save(http('/all', { configs: [{ agent: { value: 'all' } }] }))
    const id = await expectBelongings(canary, 'web', [])
    await syncRelationshipsOfChecks(pool, new Date())
    expect(await belongings(id)).toEqual([])
  })
})
