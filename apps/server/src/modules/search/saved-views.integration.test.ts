import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'

let app: TestApp
let admin: TestBrowser
let editor: TestBrowser
let viewer: TestBrowser

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  editor = (await app.person('editor@example.com', ['editor'])).browser
  viewer = (await app.person('viewer@example.com', ['viewer'])).browser
})

const save = (browser: TestBrowser, view: object) =>
  browser.send('POST', '/api/saved-views', {
    body: { list: 'catalog', search: 'health=unhealthy%3A1&hide=cost', shared: false, ...view },
  })
const namesFor = async (browser: TestBrowser, list = 'catalog'): Promise<string[]> =>
  (await browser.send('GET', `/api/saved-views?list=${list}`)).body.map(({ name }: { name: string }) => name)

test('a view belongs to its owner until it is shared', async () => {
  const made = await save(editor, { name: '  Broken  ' })
  expect(made).toMatchObject({ status: 201, body: { name: 'Broken', own: true, shared: false } })
  expect(await namesFor(editor)).toEqual(['Broken'])
  expect(await namesFor(viewer)).toEqual([])
  const path = `/api/saved-views/${made.body.id}`
  expect(await viewer.send('PATCH', path, { body: { name: 'Mine' } })).toMatchObject({ status: 404 })

  expect(await editor.send('PATCH', path, { body: { shared: true } })).toMatchObject({ status: 200 })
  expect((await viewer.send('GET', '/api/saved-views?list=catalog')).body).toMatchObject([
    { name: 'Broken', own: false, shared: true, search: 'health=unhealthy%3A1&hide=cost' },
  ])
  expect(await namesFor(viewer, 'catalog-changes')).toEqual([])
  expect(await viewer.send('PATCH', path, { body: { search: '' } })).toMatchObject({ status: 403 })
  expect(await viewer.send('DELETE', path)).toMatchObject({ status: 403 })
  expect(await admin.send('PATCH', path, { body: { name: 'Unhealthy' } })).toMatchObject({ status: 200 })
  expect(await editor.send('DELETE', path)).toMatchObject({ status: 200 })
  expect(await namesFor(admin)).toEqual([])
})

test('who may not write saves views, and shares none', async () => {
  expect(await save(viewer, { name: 'Own' })).toMatchObject({ status: 201 })
  expect(await save(viewer, { name: 'For all', shared: true })).toMatchObject({
    status: 403,
    body: { problems: [{ path: 'shared' }] },
  })
  expect(await namesFor(viewer)).toEqual(['Own'])
})

test('somebody who may no longer write does not change what others see', async () => {
  const { id, browser } = await app.person('former@example.com', ['editor'])
  const made = await save(browser, { name: 'Shared', shared: true })
  await app.database.pool.query('delete from core.people_roles where person_id = $1', [id])
  const path = `/api/saved-views/${made.body.id}`
  expect(await browser.send('PATCH', path, { body: { search: '' } })).toMatchObject({ status: 403 })
  expect(await browser.send('PATCH', path, { body: { shared: false } })).toMatchObject({ status: 200 })
})

test('names are taken once for each person and list, whatever their case', async () => {
  expect(await save(admin, { name: 'Costs' })).toMatchObject({ status: 201 })
  expect(await save(admin, { name: 'costs' })).toMatchObject({
    status: 409,
    body: { problems: [{ path: 'name' }] },
  })
  expect(await save(admin, { name: 'costs', list: 'catalog-changes' })).toMatchObject({ status: 201 })
  expect(await save(editor, { name: 'costs' })).toMatchObject({ status: 201 })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'a', list: 'No list' }, 'list'],
  [{ name: 'a', search: 'a=b#c' }, 'search'],
  [{ name: 'a', search: `a=${'b'.repeat(8_000)}` }, 'search'],
])('what cannot be saved is refused by its field: %#', async (view, path) => {
  expect(await save(admin, view)).toMatchObject({ status: 400, body: { problems: [{ path }] } })
})

test('what people do with views is in the audit log', async () => {
  const made = await save(admin, { name: 'Logged' })
  await admin.send('DELETE', `/api/saved-views/${made.body.id}`)
  const { body } = await admin.send(
    'GET',
    `/api/db/audit_log?resource=eq.saved_views&resource_id=eq.${made.body.id}&select=action&order=created_at`,
  )
  expect(body).toEqual([{ action: 'create' }, { action: 'delete' }])
})
