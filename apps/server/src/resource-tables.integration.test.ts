import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'

let app: TestApp
let admin: TestBrowser

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
})

const representation = { prefer: 'return=representation' }

interface Table {
  table: string
  row: object
  change: object
  /** Fields of a resource that its records do not have. */
  lacks: readonly string[]
}

/** Fields of a resource, of which each table has those that make sense for it. */
const resourceFields =
  'id name namespace labels schedule spec icon source agent job_status job_details job_name last_runtime job_last_failed created_at updated_at created_by tags deleted_at'.split(
    ' ',
  )

/** One row of each resource table, as a client of the settings creates and changes it. */
const tables: readonly Table[] = [
  {
    table: 'teams',
    row: { name: 'settings', icon: 'users', spec: { responder_clients: {} }, source: 'UI' },
    change: { icon: 'rocket' },
    lacks: ['namespace', 'labels', 'schedule', 'agent', 'tags'],
  },
  {
    table: 'canaries',
    row: {
      name: 'settings',
      namespace: 'default',
      labels: { team: 'web' },
      spec: { schedule: '@every 365d', tcp: [{ name: 'port', endpoint: '127.0.0.1:1' }] },
      source: 'UI',
    },
    change: { labels: { team: 'shop' } },
    // Its tags are its labels, and its checks have icons.
    lacks: ['icon', 'tags'],
  },
]

describe.each(tables)('the table $table', ({ table, row, change, lacks }) => {
  const list = () =>
    admin.send(
      'GET',
      `/api/db/${table}_with_status?select=*,created_by(id,name,avatar)&order=created_at.desc&deleted_at=is.null&limit=100`,
    )

  test('is created, listed, read, changed and deleted softly [SET-014, SET-038, SET-040, SET-041, SET-042, SET-043]', async () => {
    const added = await admin.send('POST', `/api/db/${table}`, { body: row, headers: representation })
    expect(added.status).toBe(201)
    const { id } = added.body[0]
    const read = () => admin.send('GET', `/api/db/${table}?id=eq.${id}`)
    expect((await read()).body).toMatchObject([row])

    const [listed] = (await list()).body
    expect(listed).toMatchObject({ id, name: 'settings', created_by: { name: 'Administrator' } })
    // The list leaves out what only the form shows.
    const [detail] = (await read()).body
    expect(resourceFields.filter((field) => !Object.hasOwn({ ...detail, ...listed }, field))).toEqual(lacks)

    expect((await admin.send('PATCH', `/api/db/${table}?id=eq.${id}`, { body: change })).status).toBe(204)
    expect((await read()).body).toMatchObject([{ ...row, ...change }])

    const removal = { body: { deleted_at: 'now()' } }
    expect((await admin.send('PATCH', `/api/db/${table}?id=eq.${id}`, removal)).status).toBe(204)
    expect((await read()).body).toMatchObject([{ deleted_at: expect.any(String) }])
    expect((await list()).body).toEqual([])
  })
})
