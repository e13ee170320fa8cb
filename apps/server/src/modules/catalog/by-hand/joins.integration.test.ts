import sql from 'sql-template-tag'
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
  const catalog = await startCatalogApp()
  ;({ app, admin, viewer } = catalog)
  // Only a complete run shows that an item is gone.
  scrape = (scraper, ...found) => catalog.scrape(scraper, ...found, { kind: 'complete' })
})

const detail = async (id: string) => (await viewer.send('GET', `/api/db/config_detail?id=eq.${id}`)).body[0]
const decide = (id: string, what: 'join' | 'keep-apart', old: string, browser = admin) =>
  browser.send('POST', `/api/catalog/${id}/${what}`, { body: { old } })
const changeTypes = async (id: string) => {
  const { rows } = await app.database.pool.query(
    'select change_type from core.config_changes where config_id = $1 order by change_type',
    [id],
  )
  return rows.map(({ change_type: type }) => type)
}

const document = (name: string) => ({
  name,
  image: 'shop:2',
  replicas: 3,
  ports: [80, 443],
  zone: 'a',
  team: 'x',
})

test('a renamed thing is offered for joining, and keeps id, history, notes, fields and edges when it is joined', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool)
  const [old, fresh, child, other] = [newId(), newId(), newId(), newId()]
  const below = (parent: string) =>
    itemInput(child, 'child', { type: 'T::Child', parents: [{ externalId: parent }] })
  const thing = (id: string, name: string) => itemInput(id, name, { type: 'T::Shop', config: document(name) })
  const apart = itemInput(other, 'apart', { type: 'T::Shop', config: { quite: 'other' } })
  await scrape(
    scraper,
    thing(old, 'shop-old'),
    apart,
    below('shop-old'),
    readyChange('shop-old', { type: 'Deployed' }),
  )
  await admin.send('PUT', `/api/catalog/${old}/notes`, {
    body: { owner: null, notes: 'ours', tags: { tier: 'gold' } },
  })
  await scrape(
    scraper,
    thing(fresh, 'shop-new'),
    apart,
    below('shop-new'),
    readyChange('shop-new', { type: 'Scaled' }),
    readyInsight('shop-new'),
  )
  const offer = {
    old: { id: old, name: 'shop-old' },
    new: { id: fresh, name: 'shop-new' },
    because: 'document',
  }
  expect((await detail(fresh)).renames).toMatchObject([offer])
  expect((await detail(old)).renames).toMatchObject([offer])
  expect((await detail(other)).renames).toEqual([])

  await pool.query(
    sql`insert into core.components (external_id, name, config_id) values ('of shop', 'of shop', ${fresh})`,
  )
  await pool.query(
    sql`insert into core.config_component_relationships (component_id, config_id, selector_id)
      select id, ${fresh}, 'manual' from core.components where name = 'of shop'`,
  )
  await pool.query(sql`insert into core.canaries (name, spec, revision) values ('of shop', '{}', ${fresh})`)
  await pool.query(
    sql`insert into core.checks (canary_id, type, name, namespace, spec)
      select id, 'http', name, namespace, spec from core.canaries where name = 'of shop'`,
  )
  await pool.query(
    sql`insert into core.check_config_relationships (config_id, check_id, selector_id)
      select ${fresh}, id, 'manual' from core.checks where name = 'of shop'`,
  )
  await pool.query(
    sql`insert into core.notification_silences (name, description, "from", until, covers, config_id)
      values ('of shop', '', now(), now() + interval '1 hour', 'resource', ${fresh})`,
  )
  expect((await decide(fresh, 'join', old, viewer)).status).toBe(403)
  expect((await decide(fresh, 'join', other)).status).toBe(409)
  expect(await decide(fresh, 'join', old)).toMatchObject({ status: 200, body: { id: old } })
  expect(await detail(fresh)).toBeUndefined()
  // What other areas say of the new item is said of the old one now.
  const followed = await pool.query<{ config_id: string }>(
    sql`select config_id from core.components where name = 'of shop'
      union all select config_id from core.notification_silences where name = 'of shop'
      union all select config_id from core.config_component_relationships where config_id in (${old}, ${fresh})
      union all select config_id from core.check_config_relationships where config_id in (${old}, ${fresh})`,
  )
  expect(followed.rows).toEqual(Array.from({ length: 4 }, () => ({ config_id: old })))
  const joins = await viewer.send('GET', `/api/db/config_item_joins?id=eq.${fresh}`)
  expect(joins.body).toMatchObject([{ id: fresh, config_id: old }])
  const versions = await viewer.send('GET', `/api/catalog/${fresh}/versions`)
  expect(versions.body.versions).toHaveLength(2)
  expect((await viewer.send('GET', `/api/catalog/${fresh}/document`)).body.document).toEqual(
    document('shop-new'),
  )
  const archived = (on: boolean) => admin.send('PUT', `/api/catalog/${fresh}/archive`, { body: { on } })
  expect(await archived(true)).toMatchObject({ status: 200 })
  expect((await detail(old)).archived_at).toEqual(expect.any(String))
  await archived(false)
  expect(await detail(old)).toMatchObject({
    name: 'shop-new',
    external_id: ['shop-new'],
    config: document('shop-new'),
    version: 2,
    notes: 'ours',
    tags: { tier: 'gold' },
    deleted_at: null,
    renames: [],
    summary: { analysis: 1 },
  })
  expect(await detail(child)).toMatchObject({ parent_id: old, path: old })
  expect(await changeTypes(old)).toEqual(['Deployed', 'Renamed', 'Scaled', 'diff'])
  const edges = await viewer.send(
    'GET',
    `/api/db/config_relationships?config_id=eq.${old}&deleted_at=is.null`,
  )
  expect(edges.body).toMatchObject([{ related_id: child, relation: 'hard' }])

  expect(await scrape(scraper, thing(fresh, 'shop-new'), apart, below('shop-new'))).toMatchObject({
    added: 0,
    deleted: 0,
    unchanged: 3,
  })
  expect(await detail(fresh)).toBeUndefined()
  const listed = await viewer.send('GET', '/api/catalog/items?configType=T::Shop')
  expect(listed.body.rows.map(({ name }: { name: string }) => name)).toEqual(['apart', 'shop-new'])
  const { rows } = await pool.query(
    `select count::int from core.config_facets where kind = 'type' and value = 'T::Shop'`,
  )
  expect(rows).toEqual([{ count: 2 }])
})

test('a name that both have in their source joins them without a question', async () => {
  const scraper = await addScraper(app.database.pool)
  const [old, fresh] = [newId(), newId()]
  const thing = (id: string, name: string) =>
    itemInput(id, name, { type: 'T::Keyed', externalIds: [name, 'arn:thing/1'], config: { name } })
  await scrape(scraper, thing(old, 'keyed-old'))
  await scrape(scraper, thing(fresh, 'keyed-new'))
  expect(await detail(fresh)).toBeUndefined()
  expect(await detail(old)).toMatchObject({ name: 'keyed-new', deleted_at: null, renames: [] })
  expect(await changeTypes(old)).toEqual(['Renamed', 'diff'])
  expect(await scrape(scraper, thing(fresh, 'keyed-new'))).toMatchObject({ unchanged: 1, added: 0 })
})

test('what people keep apart, or is seen again, is not offered', async () => {
  const scraper = await addScraper(app.database.pool)
  const thing = (id: string, name: string) =>
    itemInput(id, name, { type: 'T::Apart', config: document(name) })
  const [one, two, three] = [newId(), newId(), newId()]
  await scrape(scraper, thing(one, 'one'))
  await scrape(scraper, thing(two, 'two'))
  expect((await detail(two)).renames).toHaveLength(1)
  expect((await decide(two, 'keep-apart', one)).status).toBe(200)
  expect((await detail(two)).renames).toEqual([])
  await scrape(scraper, thing(three, 'three'), thing(one, 'one'))
  expect((await detail(three)).renames).toMatchObject([{ old: { id: two } }])
  await scrape(scraper, thing(three, 'three'), thing(one, 'one'), thing(two, 'two'))
  expect((await detail(three)).renames).toEqual([])
  expect((await decide(three, 'join', two)).status).toBe(409)
  expect((await decide(three, 'keep-apart', one)).status).toBe(404)
})
