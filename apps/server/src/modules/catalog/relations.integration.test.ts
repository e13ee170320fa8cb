import { beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { chooseItems } from './queries/chosen-items.ts'

const id = {
  api: '0199a100-0000-7000-8000-000000000001',
  database: '0199a100-0000-7000-8000-000000000002',
  bucket: '0199a100-0000-7000-8000-000000000003',
  till: '0199a100-0000-7000-8000-000000000011',
} as const

let app: TestApp
let admin: TestBrowser
let author: string

const get = async (path: string, browser = admin) => {
  const answer = await browser.send('GET', `/api/db/${path}`)
  expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  return answer.body
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn()
  author = (await app.person('dana@example.com', ['editor'])).id
  await app.database.pool.query(
    `insert into core.config_items (id, config_class, type, name) values
       ('${id.api}', 'Service', 'Shop::Service', 'api'), ('${id.database}', 'Database', 'Shop::Database', 'orders'),
       ('${id.bucket}', 'Storage', 'Shop::Bucket', 'receipts');
     insert into core.config_relationships (config_id, related_id, relation, selector_id)
     values ('${id.api}', '${id.database}', 'uses', 'rule');
     insert into core.config_relationships (config_id, related_id, relation, selector_id)
     values ('${id.api}', '${id.bucket}', 'uses', 'rule'), ('${id.api}', '${id.bucket}', 'hard', 'parent'),
       ('${id.bucket}', '${id.api}', 'notifies', 'rule');
     insert into core.config_changes (id, config_id, change_type, severity, summary, created_by, first_observed, created_at)
     values (core.id_at(now()), '${id.api}', 'Deployed', 'info', 'version 2', '${author}', now(), now());
     insert into core.config_analysis (config_id, analyzer, analysis_type, severity, status, summary) values
       ('${id.api}', 'open-port', 'security', 'high', 'open', 'Port 22 is open'),
       ('${id.database}', 'no-backup', 'reliability', 'medium', 'open', 'No backup'),
       ('${id.database}', 'open-port', 'security', 'low', 'resolved', 'Port 5432 was open'),
       ('${id.bucket}', 'unused', 'cost', 'low', 'open', 'Unused');
     insert into core.components (id, external_id, name, type) values ('${id.till}', 'till', 'till', 'Application');
     insert into core.config_component_relationships (component_id, config_id, selector_id)
     values ('${id.till}', '${id.database}', 'by rule');
     insert into core.config_facets (kind, key, value, count) values
       ('change_type', '', 'Deployed', 1), ('change_type', '', 'Forgotten', 0),
       ('analyzer', '', 'open-port', 2), ('analyzer', '', 'unused', 1)`,
  )
})

test('links of items are read, and those with components too [REL-020][REL-021]', async () => {
  const ofApi = `config_relationships?config_id=eq.${id.api}`
  expect(await get(`${ofApi}&related_id=eq.${id.database}&select=config_id,related_id`)).toEqual([
    { config_id: id.api, related_id: id.database },
  ])
  expect(
    await get(
      `config_component_relationships?config_id=eq.${id.database}&select=component_id,config_id,selector_id`,
    ),
  ).toEqual([{ component_id: id.till, config_id: id.database, selector_id: 'by rule' }])
})

test('an item counts each item that it is related with once, however many relations they have', async () => {
  for (const [item, relationships] of [
    [id.api, 2],
    [id.bucket, 1],
  ] as const)
    expect(await get(`config_detail?id=eq.${item}&select=summary`)).toMatchObject([
      { summary: { relationships } },
    ])
})

test('an empty selector chooses no item, and does not keep others from choosing theirs', async () => {
  const { pool } = app.database
  const chosen = await chooseItems(pool, [{}, { types: ['Shop::Bucket'] }, { search: ' ' }], { limit: 5 })
  expect(chosen.map(({ name }) => name)).toEqual(['receipts'])
  expect(await chooseItems(pool, [{}], { limit: 5 })).toEqual([])
})

test('a person links an item with a component and takes only such a link back [REL-018][REL-019][REL-026][REL-027]', async () => {
  const path = '/api/db/config_component_relationships'
  const link = { component_id: id.till, config_id: id.api, selector_id: 'manual' }
  const made = await admin.send('POST', path, { body: link, headers: { prefer: 'return=representation' } })
  expect(made).toMatchObject({ status: 201, body: [link] })
  const of = (selector: string, config: string) =>
    `${path}?component_id=eq.${id.till}&config_id=eq.${config}&selector_id=eq.${encodeURIComponent(selector)}`
  const linked = () =>
    get(
      `config_component_relationships?component_id=eq.${id.till}&deleted_at=is.null&select=config_id&order=config_id`,
    )
  expect(await linked()).toEqual([{ config_id: id.api }, { config_id: id.database }])
  expect((await admin.send('DELETE', of('by rule', id.database))).status).toBeGreaterThanOrEqual(400)
  expect((await admin.send('DELETE', of('manual', id.api))).status).toBeLessThan(300)
  expect(await linked()).toEqual([{ config_id: id.database }])
})

test('insights are listed by status, type, severity, analyzer, item and type of item [INS-007][INS-008]', async () => {
  const found = async (filter: string) =>
    (await get(`config_analysis_items?${filter}&select=summary&order=summary`)).map(
      ({ summary }: { summary: string }) => summary,
    )
  expect(await found('status=eq.open')).toEqual(['No backup', 'Port 22 is open', 'Unused'])
  expect(await found('analysis_type=eq.security')).toEqual(['Port 22 is open', 'Port 5432 was open'])
  expect(await found('severity=eq.low')).toEqual(['Port 5432 was open', 'Unused'])
  expect(await found('analyzer=eq.unused')).toEqual(['Unused'])
  expect(await found(`config_id=eq.${id.api}`)).toEqual(['Port 22 is open'])
  expect(await found('config_type=eq.Shop::Bucket')).toEqual(['Unused'])
  expect(await found('status=eq.open&limit=1&offset=1')).toEqual(['Port 22 is open'])
})

test('insights of an item, and of a component through its items [INS-009][INS-011]', async () => {
  expect(await get(`config_analysis?config_id=eq.${id.bucket}&select=analyzer`)).toEqual([
    { analyzer: 'unused' },
  ])
  expect(await get(`analysis_by_component?component_id=eq.${id.till}&select=name,severity,summary`)).toEqual([
    { name: 'orders', severity: 'medium', summary: 'No backup' },
  ])
  expect(await get(`rpc/lookup_analysis_by_component?id=${id.till}&select=summary&order=summary`)).toEqual([
    { summary: 'No backup' },
    { summary: 'Port 5432 was open' },
  ])
})

test('filters offer the analyzers and the types of changes that exist [INS-010][CHG-027]', async () => {
  expect(await get('config_analysis_analyzers?select=analyzer&order=analyzer')).toEqual([
    { analyzer: 'open-port' },
    { analyzer: 'unused' },
  ])
  expect(await get('change_types?select=change_type')).toEqual([{ change_type: 'Deployed' }])
  expect((await admin.send('GET', '/api/catalog/facets')).body).toMatchObject({
    analyzers: ['open-port', 'unused'],
    changeTypes: ['Deployed'],
  })
})

test('changes of a component are those of its items, and the person of a change has a name [CHG-028][CHG-029]', async () => {
  await app.database.pool.query(
    `insert into core.config_component_relationships (component_id, config_id, selector_id) values ($1, $2, 'manual')
     on conflict do nothing`,
    [id.till, id.api],
  )
  const [change] = await get(
    `changes_by_component?component_id=eq.${id.till}&config_id=eq.${id.api}&select=change_type,name,created_by`,
  )
  expect(change).toEqual({ change_type: 'Deployed', name: 'api', created_by: author })
  expect(await get(`people?id=in.(${change.created_by})&select=id,name`)).toEqual([
    { id: author, name: 'dana' },
  ])
})

test('every role reads the catalog, and who may not write changes nothing [RBAC-043]', async () => {
  for (const role of ['viewer', 'responder', 'commander', 'editor'] as const) {
    const { browser } = await app.person(`${role}@example.com`, [role])
    expect(await get(`configs?id=eq.${id.api}&select=name`, browser)).toEqual([{ name: 'api' }])
    for (const path of ['items', 'facets', 'query-offers?text=&at=0'])
      expect(await browser.send('GET', `/api/catalog/${path}`)).toMatchObject({ status: 200 })
    for (const path of ['summary', 'changes'])
      expect(await browser.send('POST', `/api/catalog/${path}`, { body: {} })).toMatchObject({ status: 200 })
    const pushed = await browser.send('POST', '/api/catalog/changes/push', { body: { changes: [] } })
    expect({ role, refused: pushed.status === 403 }).toEqual({ role, refused: role !== 'editor' })
  }
})
