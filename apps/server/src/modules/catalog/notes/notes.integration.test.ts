import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { TestApp, TestBrowser } from '../../../testing/app.ts'
import { addScraper, readyChange, readyInsight, itemInput } from '../store/testing.ts'
import { type CatalogApp, startCatalogApp } from '../testing.ts'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let scrape: CatalogApp['scrape']

beforeAll(async () => {
  ;({ app, admin, viewer, scrape } = await startCatalogApp())
})

const put = (id: string, what: string, body: object, browser = admin) =>
  browser.send('PUT', `/api/catalog/${id}/${what}`, { body })

async function details(id: string) {
  const { body } = await viewer.send('GET', `/api/db/config_detail?id=eq.${id}`)
  return body[0]
}

async function tagsOffered(key: string) {
  const { rows } = await app.database.pool.query(
    `select value, count::int from core.config_facets where kind = 'tag' and key = $1 order by value`,
    [key],
  )
  return rows
}

const nothing = { owner: null, notes: null, tags: {} }

test('owner, notes and own tags are stored, shown to readers and logged', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool)
  const id = newId()
  await scrape(scraper, itemInput(id, 'noted'))
  const team = await pool.query<{ id: string }>(
    `insert into core.teams (name) values ('payments') returning id`,
  )
  const owner = { kind: 'team', id: team.rows[0]?.id }
  const given = { owner, notes: '**Ask** before restarts', tags: { tier: 'gold' } }
  expect(await put(id, 'notes', given)).toMatchObject({ status: 200, body: given })
  expect(await details(id)).toMatchObject({
    owner: { ...owner, name: 'payments' },
    notes: '**Ask** before restarts',
    own_tags: { tier: 'gold' },
    tags: { tier: 'gold' },
  })
  const person = await pool.query<{ id: string }>(
    `select id from core.people where email = 'viewer@example.com'`,
  )
  await put(id, 'notes', { ...nothing, owner: { kind: 'person', id: person.rows[0]?.id } })
  expect(await details(id)).toMatchObject({ owner: { kind: 'person' }, notes: null, tags: {} })
  const log = await pool.query(
    `select action, resource, resource_name from core.audit_log where resource_id = $1`,
    [id],
  )
  expect(log.rows).toEqual(
    Array.from({ length: 2 }, () => ({
      action: 'update',
      resource: 'config_item_notes',
      resource_name: 'noted',
    })),
  )
})

test('only those who may write the catalog note anything, and of things that exist', async () => {
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  await scrape(scraper, itemInput(id, 'guarded'))
  for (const [what, body] of [
    ['notes', nothing],
    ['archive', { on: true }],
    ['ignore', { on: true }],
  ] as const) {
    expect((await put(id, what, body, viewer)).status).toBe(403)
    expect((await put(newId(), what, body)).status).toBe(404)
  }
  expect(await put(id, 'notes', { ...nothing, owner: { kind: 'team', id: newId() } })).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'owner.id' }] },
  })
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`tag ${index}`, 'x']))
  expect((await put(id, 'notes', { ...nothing, tags: many })).status).toBe(400)
  expect((await put(id, 'notes', { ...nothing, tags: { empty: ' ' } })).status).toBe(400)
})

test('a scrape keeps own tags, finds an unchanged item unchanged, and brings back what they hid', async () => {
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  const found = (changes: object = {}) =>
    itemInput(id, 'tagged', { tags: { zone: 'a', stage: 'found' }, ...changes })
  await scrape(scraper, found())
  await put(id, 'notes', { ...nothing, tags: { stage: 'own', keeper: 'ann' } })
  expect((await details(id)).tags).toEqual({ zone: 'a', stage: 'own', keeper: 'ann' })
  expect(await tagsOffered('stage')).toEqual([{ value: 'own', count: 1 }])

  expect(await scrape(scraper, found())).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await scrape(scraper, found({ tags: { zone: 'b', stage: 'later' } }))).toMatchObject({ updated: 1 })
  expect((await details(id)).tags).toEqual({ zone: 'b', stage: 'own', keeper: 'ann' })
  expect(await tagsOffered('stage')).toEqual([{ value: 'own', count: 1 }])
  const listed = await viewer.send('GET', '/api/catalog/items?query=tags.keeper%3Dann')
  expect(listed.body.rows).toMatchObject([{ id, tags: { keeper: 'ann' } }])

  await put(id, 'notes', nothing)
  expect((await details(id)).tags).toEqual({ zone: 'b' })
  expect(await tagsOffered('keeper')).toEqual([])
  await scrape(scraper, found({ tags: { zone: 'b', stage: 'later' } }))
  expect((await details(id)).tags).toEqual({ zone: 'b', stage: 'later' })
  expect(await tagsOffered('stage')).toEqual([{ value: 'later', count: 1 }])
})

test('an archived item is out of lists and counts until it is taken back, however often it is scraped', async () => {
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  const found = (replicas: number) => itemInput(id, 'stowed', { type: 'Test::Stowed', config: { replicas } })
  await scrape(scraper, found(1))
  const listed = async (more = '') =>
    (await viewer.send('GET', `/api/catalog/items?configType=Test::Stowed${more}`)).body.total
  const counted = async (more: object = {}) => {
    const { body } = await viewer.send('POST', '/api/catalog/summary', {
      body: { groupBy: ['type'], ...more },
    })
    return body.some(({ type }: { type: string }) => type === 'Test::Stowed')
  }
  expect([await listed(), await counted()]).toEqual([1, true])
  const { body } = await put(id, 'archive', { on: true })
  expect(body).toEqual({ archived_at: expect.any(String), ignored_at: null })
  expect((await put(id, 'archive', { on: true })).body).toEqual(body)
  await scrape(scraper, found(2))
  expect([await listed(), await counted()]).toEqual([0, false])
  expect([await listed('&archived=true'), await counted({ archived: true })]).toEqual([1, true])
  expect((await put(id, 'archive', { on: false })).body).toMatchObject({ archived_at: null })
  expect([await listed(), await counted()]).toEqual([1, true])
})

test('an archived item is out of pickers, changes, insights and what filters offer, unless it is asked for', async () => {
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  const type = 'Test::Shelved'
  const found = itemInput(id, 'shelved', { type, tags: { shelf: 'top' } })
  await scrape(scraper, found, readyChange('shelved'), readyInsight('shelved', { analyzer: 'shelf' }))
  const picked = async (more: object = {}) => {
    const body = { configs: [{ types: [type], ...more }] }
    return (await viewer.send('POST', '/api/resources/search', { body })).body.configs.length
  }
  const changed = async (more: object = {}) => {
    const { body } = await viewer.send('POST', '/api/catalog/changes', {
      body: { config_type: type, ...more },
    })
    return [body.total, body.changes.length, Object.keys(body.summary).length]
  }
  const insights = async (more: string) =>
    (await viewer.send('GET', `/api/db/config_analysis_items?config_id=eq.${id}${more}`)).body.length
  const summed = async () => (await viewer.send('GET', `/api/db/config_summary?type=eq.${type}`)).body.length
  const seen = async () => [
    await picked(),
    await changed(),
    await insights('&archived_at=is.null'),
    await summed(),
    await tagsOffered('shelf'),
  ]
  const all = [1, [1, 1, 1], 1, 1, [{ value: 'top', count: 1 }]]
  expect(await seen()).toEqual(all)
  await put(id, 'archive', { on: true })
  await scrape(scraper, { ...found, tags: { shelf: 'low' } })
  expect(await seen()).toEqual([0, [0, 0, 0], 0, 0, []])
  expect([
    await picked({ includeArchived: true }),
    await picked({ id }),
    await changed({ include_archived_configs: true }),
    await changed({ id }),
    await insights(''),
  ]).toEqual([1, 1, [1, 1, 1], [1, 1, 1], 1])
  await put(id, 'archive', { on: false })
  expect(await seen()).toEqual([1, [1, 1, 1], 1, 1, [{ value: 'low', count: 1 }]])
})

test('changes and insights of an ignored item are counted and not kept', async () => {
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  const tell = () => scrape(scraper, itemInput(id, 'hushed'), readyChange('hushed'), readyInsight('hushed'))
  await scrape(scraper, itemInput(id, 'hushed'))
  await put(id, 'ignore', { on: true })
  expect((await details(id)).ignored_at).toEqual(expect.any(String))
  expect((await tell()).changes).toMatchObject({ stored: 0, ignored: expect.any(Number) })
  expect((await details(id)).summary).toMatchObject({ changes: 0, analysis: 0 })
  await put(id, 'ignore', { on: false })
  expect((await tell()).changes).toMatchObject({ stored: 1 })
  expect((await details(id)).summary).toMatchObject({ changes: 1, analysis: 1 })
})
