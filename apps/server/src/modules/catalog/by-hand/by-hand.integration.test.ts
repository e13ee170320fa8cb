import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startTestApp, type TestApp, type TestBrowser } from '../../../testing/app.ts'
import { catalogStore } from '../index.ts'
import type { OpenCatalogStore } from '../store/index.ts'
import { addScraper, itemInput } from '../store/testing.ts'
import { forgetOld } from '../store/retention/retention.ts'
import { forgetBySpec } from '../store/retention/retention-by-spec.ts'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let store: OpenCatalogStore
let platform: Platform

beforeAll(async () => {
  app = await startTestApp()
  platform = app.platform
  admin = await app.signedIn()
  viewer = (await app.person('viewer@example.com', ['viewer'])).browser
  store = catalogStore.of(platform)
})

const printer = {
  type: 'Office::Printer',
  name: 'lobby',
  description: 'By the door',
  labels: { floor: '1' },
  tags: { site: 'berlin' },
  document: { state: 'active', toner: 80, password: 'hunter2-hunter2' },
  parent: null,
}
const make = async (changes: object = {}): Promise<string> =>
  (await admin.send('POST', '/api/catalog/items', { body: { ...printer, ...changes } })).body.id
const change = (id: string, changes: object) =>
  admin.send('PUT', `/api/catalog/items/${id}`, { body: { ...printer, ...changes } })
const detail = async (id: string) => (await viewer.send('GET', `/api/db/config_detail?id=eq.${id}`)).body[0]
const changes = async (id: string) => {
  const { rows } = await app.database.pool.query(
    `select changes.change_type as type, changes.summary, people.email as by
     from core.config_changes as changes left join core.people on people.id = changes.created_by
     where config_id = $1 order by changes.created_at, changes.change_type`,
    [id],
  )
  return rows
}

test('an item made by hand is there with its health, without its secrets, and with who made it', async () => {
  const id = await make()
  const item = await detail(id)
  expect(item).toMatchObject({
    type: 'Office::Printer',
    config_class: 'Office',
    name: 'lobby',
    description: 'By the door',
    labels: { floor: '1' },
    tags: { site: 'berlin' },
    health: 'healthy',
    manual: true,
    scraper_id: null,
    last_scraped_time: null,
    config: { toner: 80, password: expect.stringMatching(/^masked:/) },
  })
  expect(item.created_by).toEqual(expect.any(String))
  const listed = await viewer.send('GET', '/api/catalog/items?query=tags.site%3Dberlin')
  expect(listed.body.rows.map((row: { id: string }) => row.id)).toContain(id)
  expect(await changes(id)).toMatchObject([{ type: 'Created', by: expect.stringContaining('@') }])
})

test('an item needs no more than a type and a name', async () => {
  const bare = {
    type: 'Office::Printer',
    name: 'bare',
    description: '',
    labels: {},
    tags: {},
    document: null,
  }
  const made = await admin.send('POST', '/api/catalog/items', { body: { ...bare, parent: null } })
  expect(made).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(await detail(made.body.id)).toMatchObject({ name: 'bare', config: null })
  await change(made.body.id, { ...bare, document: { toner: 80 } })
  expect(await detail(made.body.id)).toMatchObject({ config: { toner: 80 } })
  await change(made.body.id, { ...bare })
  expect(await detail(made.body.id)).toMatchObject({ config: null })
})

test('its changes say what changed and who did it, and its versions are kept', async () => {
  const id = await make()
  const { config } = await detail(id)
  await change(id, { document: { ...config, toner: 20 }, name: 'lobby 2', labels: {} })
  expect(await detail(id)).toMatchObject({ name: 'lobby 2', labels: {}, config: { toner: 20 }, version: 2 })
  const by = expect.stringContaining('@')
  expect(await changes(id)).toEqual([
    { type: 'Created', summary: null, by },
    { type: 'Updated', summary: 'name, labels', by },
    { type: 'diff', summary: 'toner', by },
  ])
  await change(id, { document: { ...config, toner: 20 }, name: 'lobby 2', labels: {} })
  expect(await changes(id)).toHaveLength(3)
  const old = await viewer.send('GET', `/api/catalog/${id}/versions`)
  expect(old.body.versions).toHaveLength(2)
  const log = await app.database.pool.query(
    `select action from core.audit_log where resource_id = $1 order by created_at, id`,
    [id],
  )
  expect(log.rows.map(({ action }) => action).slice(0, 2)).toEqual(['create', 'update'])
})

test('a change of what somebody else has changed since is refused, and those of notes do not count', async () => {
  const id = await make({ name: 'shared' })
  const { revision } = await detail(id)
  expect(revision).toEqual(expect.any(String))
  await admin.send('PUT', `/api/catalog/${id}/notes`, {
    body: { owner: null, notes: 'ours', tags: { tier: 'gold' } },
  })
  expect((await detail(id)).revision).toBe(revision)
  expect((await change(id, { name: 'theirs', revision })).status).toBe(200)
  const late = await change(id, { name: 'mine', revision })
  expect(late).toMatchObject({
    status: 409,
    body: {
      error: 'This item was changed since you opened it',
      problems: [{ path: 'revision' }],
    },
  })
  expect(await detail(id)).toMatchObject({ name: 'theirs' })
  const { revision: present } = await detail(id)
  expect((await change(id, { name: 'mine', revision: present })).status).toBe(200)
  const read = (await detail(id)).revision
  await admin.send('DELETE', `/api/catalog/items/${id}`)
  expect((await change(id, { name: 'late', revision: read })).status).toBe(409)
  expect(await detail(id)).toMatchObject({ name: 'mine', deleted_at: expect.any(String) })
})

test('a secret in a description is neither stored nor in the audit log', async () => {
  const description = 'admin, password=hunter2-hunter2'
  const id = await make({ description })
  await change(id, { description, document: (await detail(id)).config })
  expect(await changes(id)).toMatchObject([{ type: 'Created' }])
  const { rows } = await app.database.pool.query(
    `select audit::text as text from core.audit_log as audit where resource_id = $1
     union all select items::text from core.config_items as items where id = $1::uuid`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { text } of rows) expect(text).not.toContain('hunter2')
})

test('what is wrong is refused with its field, and only those who may write the catalog write items', async () => {
  const bad = async (body: object) =>
    (await admin.send('POST', '/api/catalog/items', { body: { ...printer, ...body } })).body.problems
  expect(await bad({ name: ' ' })).toMatchObject([{ path: 'name' }])
  expect(await bad({ type: 'a b' })).toMatchObject([{ path: 'type' }])
  expect(await bad({ labels: { a: '' } })).toMatchObject([{ path: 'labels.a' }])
  expect(await bad({ parent: newId() })).toMatchObject([{ path: 'parent' }])
  const id = await make()
  const path = `/api/catalog/items/${id}`
  expect((await viewer.send('POST', '/api/catalog/items', { body: printer })).status).toBe(403)
  expect((await viewer.send('PUT', path, { body: printer })).status).toBe(403)
  expect((await viewer.send('DELETE', path)).status).toBe(403)
  expect((await change(newId(), {})).status).toBe(404)
  const scraper = await addScraper(app.database.pool)
  const scraped = newId()
  const run = await store.begin(scraper, { preview: false })
  await run.add([itemInput(scraped, 'found')])
  await run.publish()
  expect((await change(scraped, {})).status).toBe(409)
  expect((await admin.send('DELETE', `/api/catalog/items/${scraped}`)).status).toBe(409)
})

test('it stands below its parent, and never below itself', async () => {
  const building = await make({ type: 'Office::Building', name: 'building' })
  const id = await make({ parent: building })
  expect(await detail(id)).toMatchObject({ parent_id: building, path: building })
  const related = await viewer.send('GET', `/api/db/config_relationships?config_id=eq.${building}`)
  expect(related.body).toMatchObject([
    { related_id: id, relation: 'hard', scraper_id: null, deleted_at: null },
  ])
  expect((await change(building, { parent: id })).body.problems).toMatchObject([{ path: 'parent' }])
  expect((await change(building, { parent: building })).body.problems).toMatchObject([{ path: 'parent' }])
  await change(id, { parent: null })
  expect(await detail(id)).toMatchObject({ parent_id: null, path: '' })
})

test('no run and no retention touches it, and it is deleted and taken back by hand', async () => {
  const id = await make({ name: 'untouched' })
  const scraper = await addScraper(app.database.pool)
  for (let times = 0; times < 3; times += 1) {
    const run = await store.begin(scraper, { preview: false })
    await run.add([itemInput(id, 'taken over'), { kind: 'complete' }])
    const { faults } = await run.publish()
    expect(faults).toMatchObject([
      { message: 'An item that was added manually has the same id', item: 'taken over' },
    ])
  }
  const later = new Date(Date.now() + 400 * 86_400_000)
  await forgetOld(platform.pool, later)
  await forgetBySpec(platform.pool, platform.events, later)
  expect(await detail(id)).toMatchObject({
    name: 'untouched',
    manual: true,
    scraper_id: null,
    deleted_at: null,
  })
  expect((await admin.send('DELETE', `/api/catalog/items/${id}`)).status).toBe(200)
  expect(await detail(id)).toMatchObject({ deleted_at: expect.any(String), delete_reason: 'BY_HAND' })
  expect((await changes(id)).at(-1)).toMatchObject({ type: 'Deleted' })
  await change(id, { name: 'untouched' })
  expect(await detail(id)).toMatchObject({ deleted_at: null })
})
