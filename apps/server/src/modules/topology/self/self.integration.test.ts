import { expect, test } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'

const tree = `
  select components.name, parent.name as parent, components.health from core.components
  join core.topologies on topologies.id = components.topology_id
  left join core.components as parent on parent.id = components.parent_id
  where topologies.source = 'system' and components.deleted_at is null`

test('with no configuration the product shows itself, and can be told not to', async () => {
  const app = await startTestApp({ environment: { WATCH_SELF: 'on' } })
  await until(
    async () => (await app.database.pool.query(`${tree} and components.name = 'PostgreSQL'`)).rows.length > 0,
  )
  const { rows } = await app.database.pool.query(tree)
  expect(rows).toEqual(
    expect.arrayContaining([
      { name: 'Binnacle', parent: null, health: null },
      { name: 'Processes', parent: 'Binnacle', health: null },
      { name: 'PostgreSQL', parent: 'Binnacle', health: 'healthy' },
      expect.objectContaining({ parent: 'Processes', health: 'healthy' }),
      expect.objectContaining({ name: 'CleanupComponents', parent: 'Jobs' }),
      expect.objectContaining({ parent: 'Checks' }),
    ]),
  )
  const admin = await app.signedIn()
  const { body } = await admin.send(
    'GET',
    '/api/db/topologies_with_status?source=eq.system&select=id,name,job_status',
  )
  expect(body).toMatchObject([{ name: 'Binnacle' }])
  const changed = await admin.send('DELETE', `/api/topologies/${body[0].id}`)
  expect(changed.status).toBe(409)
})

test('is not there where it is not wanted', async () => {
  const app = await startTestApp({ environment: { WATCH_SELF: 'off' } })
  expect((await app.database.pool.query(`select from core.topologies where source = 'system'`)).rows).toEqual(
    [],
  )
})
