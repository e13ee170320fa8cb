import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { TestApp, TestBrowser } from '../../../testing/app.ts'
import { addScraper, itemInput } from '../store/testing.ts'
import { type CatalogApp, startCatalogApp } from '../testing.ts'

let app: TestApp
let admin: TestBrowser
let viewer: TestBrowser
let person: string
let scrape: CatalogApp['scrape']

beforeAll(async () => {
  ;({ app, admin, viewer, scrape } = await startCatalogApp())
  const { rows } = await app.database.pool.query<{ id: string }>(
    `update core.people set name = 'Vera' where email = 'viewer@example.com' returning id`,
  )
  person = rows[0]?.id ?? ''
})

const add = (field: object, browser = admin) => browser.send('POST', '/api/catalog/fields', { body: field })
const set = (id: string, values: object, browser = admin) =>
  browser.send('PUT', `/api/catalog/${id}/fields`, { body: { values } })
const list = async (search: Record<string, string>) => {
  const { body, status } = await viewer.send(
    'GET',
    `/api/catalog/items?${new URLSearchParams(search).toString()}`,
  )
  return status === 200 ? body.rows.map(({ name }: { name: string }) => name).sort() : body.error
}

test('fields are added, changed and deleted by those who may write the catalog', async () => {
  const field = { name: 'lifecycle', kind: 'choice', choices: ['live', 'legacy'], types: ['Field::*'] }
  expect((await add(field, viewer)).status).toBe(403)
  const made = await add(field)
  expect(made).toMatchObject({ status: 201, body: { ...field, description: '' } })
  const path = `/api/catalog/fields/${made.body.id}`
  expect((await add(field)).body.problems).toMatchObject([{ path: 'name' }])
  expect((await add({ name: 'Bad name', kind: 'text' })).body.problems).toMatchObject([{ path: 'name' }])
  expect((await add({ name: 'empty', kind: 'choice' })).body.problems).toMatchObject([{ path: 'choices' }])
  const scraper = await addScraper(app.database.pool)
  const id = newId()
  await scrape(scraper, itemInput(id, 'one', { type: 'Field::One' }))
  expect((await set(id, { lifecycle: 'LIVE' })).body).toEqual({ fields: { lifecycle: 'live' } })
  const change = (changes: object) => admin.send('PUT', path, { body: { ...field, ...changes } })
  expect((await change({ kind: 'text', choices: [] })).body.problems).toMatchObject([{ path: 'kind' }])
  expect((await change({ choices: ['legacy'] })).body.problems).toMatchObject([{ path: 'choices' }])
  expect((await change({ name: 'stage' })).body).toMatchObject({ name: 'stage' })
  const listed = await viewer.send('GET', '/api/db/config_fields?select=name,items')
  expect(listed.body).toEqual([{ name: 'stage', items: 1 }])
  expect((await viewer.send('DELETE', path)).status).toBe(403)
  expect((await admin.send('DELETE', path)).status).toBe(200)
  expect((await admin.send('DELETE', path)).status).toBe(404)
  const log = await app.database.pool.query(
    `select action from core.audit_log where resource = 'config_fields' order by created_at, id`,
  )
  expect(log.rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
})

test('values survive scrapes, are validated by their kind, and are filtered in lists and queries', async () => {
  for (const field of [
    { name: 'tier', kind: 'choice', choices: ['Gold', 'Silver'] },
    { name: 'cost', kind: 'number' },
    { name: 'review', kind: 'date' },
    { name: 'runbook', kind: 'link' },
    { name: 'reviewer', kind: 'person' },
    { name: 'remark', kind: 'text', types: ['Other::*'] },
  ])
    expect((await add(field)).status).toBe(201)
  const scraper = await addScraper(app.database.pool)
  const [one, two] = [newId(), newId()]
  const found = (n: number) =>
    [one, two].map((id, index) => itemInput(id, `fielded ${index}`, { config: { n } }))
  await scrape(scraper, ...found(1))
  const values = {
    tier: 'Gold',
    cost: 12.5,
    review: '2026-12-01',
    runbook: 'https://example.com/runbook',
    reviewer: person,
  }
  expect((await set(one, values, viewer)).status).toBe(403)
  const stored = { ...values, reviewer: 'Vera' }
  expect((await set(one, values)).body).toEqual({ fields: stored })
  await set(two, { tier: 'Silver', cost: '7' })
  for (const [wrong, part] of [
    [{ tier: 'Bronze' }, 'is not one of Gold, Silver'],
    [{ cost: 'much' }, 'is not a number'],
    [{ review: '2026-02-30' }, 'is not a date'],
    [{ runbook: 'javascript:alert(1)' }, 'is not an http or https address'],
    [{ reviewer: newId() }, 'names nobody'],
    [{ nothing: 'x' }, 'is no field'],
    [{ remark: 'x' }, 'is no field of the type Test::Thing'],
  ] as const) {
    const answer = await set(one, wrong)
    expect(answer.status).toBe(400)
    expect(answer.body.problems[0]).toMatchObject({
      path: `values.${Object.keys(wrong)[0]}`,
      message: expect.stringContaining(part),
    })
  }
  await scrape(scraper, ...found(2))
  const { body } = await viewer.send('GET', `/api/db/config_detail?id=eq.${one}&select=fields`)
  expect(
    Object.fromEntries(
      body[0].fields.map((field: { name: string; value: unknown }) => [field.name, field.value]),
    ),
  ).toEqual(stored)
  const listed = await viewer.send('GET', '/api/catalog/items?query=field.tier%3Dgold')
  expect(listed.body.rows).toMatchObject([{ name: 'fielded 0', fields: stored, owner: null }])

  const [first, second] = [['fielded 0'], ['fielded 1']]
  const query = (text: string) => list({ query: `${text} type=Test::Thing` })
  expect(await query('field.tier=gold')).toEqual(first)
  expect(await query('field.tier!=gold')).toEqual(second)
  expect(await query('field.cost<10')).toEqual(second)
  expect(await query('field.cost=12.5,3')).toEqual(first)
  expect(await query('field.review<2026-12-02 field.review>2026-11-30')).toEqual(first)
  expect(await query('field.runbook=*example.com*')).toEqual(first)
  expect(await query('field.reviewer=vera sort=-field.cost')).toEqual(first)
  expect(await query('field.cost=much')).toMatch('"much" is not a number')
  expect(await query('field.none=1')).toMatch('"field.none" is not supported')
  expect(await list({ fields: 'tier=gold' })).toEqual(first)
  expect(await list({ fields: '!tier=Gold', configType: 'Test::Thing' })).toEqual(second)
  const summed = await viewer.send('POST', '/api/catalog/summary', { body: { fields: 'tier=Gold' } })
  expect(summed.body).toMatchObject([{ type: 'Test::Thing', count: 1 }])

  await set(one, { tier: null, reviewer: '' })
  expect(await list({ fields: 'tier=Gold' })).toEqual([])
  const offered = await viewer.send('GET', '/api/catalog/facets')
  expect(offered.body.fields.map(({ name }: { name: string }) => name)).toContain('tier')
})

test('items are filtered by their owner, in lists and queries, and the list names it', async () => {
  const { pool } = app.database
  const scraper = await addScraper(pool)
  const ids = [newId(), newId(), newId()]
  await scrape(scraper, ...ids.map((id, index) => itemInput(id, `owned ${index}`, { type: 'Owned::Thing' })))
  const team = await pool.query<{ id: string }>(
    `insert into core.teams (name) values ('Payments') returning id`,
  )
  const owners = [
    { kind: 'team', id: team.rows[0]?.id },
    { kind: 'person', id: person },
  ]
  for (const [index, owner] of owners.entries())
    await admin.send('PUT', `/api/catalog/${ids[index]}/notes`, { body: { owner, notes: null, tags: {} } })
  const by = (owner: string) => list({ owner, configType: 'Owned::Thing' })
  const [ofTeam, ofPerson] = [`team:${owners[0]?.id}`, `person:${person}`]
  expect(await by(ofTeam)).toEqual(['owned 0'])
  expect(await by(`${ofTeam},${ofPerson}`)).toEqual(['owned 0', 'owned 1'])
  expect(await by('nobody')).toEqual(['owned 2'])
  expect(await by(`!${ofTeam},!nobody`)).toEqual(['owned 1'])
  expect(await by('ann')).toMatch('is not team:ID, person:ID or nobody')
  const query = (text: string) => list({ query: text, configType: 'Owned::Thing' })
  expect(await query('owner=payments')).toEqual(['owned 0'])
  expect(await query('owner=pay*,ver*')).toEqual(['owned 0', 'owned 1'])
  expect(await query('owner!=*')).toEqual(['owned 2'])
  const { body } = await viewer.send('GET', '/api/catalog/items?configType=Owned::Thing&query=sort%3Downer')
  expect(body.rows.map(({ owner }: { owner: { name: string } | null }) => owner?.name)).toEqual([
    'Payments',
    'Vera',
    undefined,
  ])
  const offered = await viewer.send('GET', '/api/catalog/facets')
  expect(offered.body.owners).toEqual([
    { ...owners[0], name: 'Payments' },
    { ...owners[1], name: 'Vera' },
  ])
  const summed = await viewer.send('POST', '/api/catalog/summary', { body: { owner: ofTeam } })
  expect(summed.body).toMatchObject([{ type: 'Owned::Thing', count: 1 }])
})

test('names and values of fields, and owners, are offered where a query is typed', async () => {
  const scraper = await addScraper(app.database.pool)
  const [one, two] = [newId(), newId()]
  await scrape(scraper, itemInput(one, 'offered one'), itemInput(two, 'offered two'))
  await add({ name: 'offered-tier', kind: 'choice', choices: ['Gold', 'green', 'red'], types: [] })
  await add({ name: 'offered-text', kind: 'text', types: [] })
  await add({ name: 'offered-person', kind: 'person', types: [] })
  await add({ name: 'offered-size', kind: 'number', types: [] })
  await set(one, { 'offered-text': 'cost center 5', 'offered-person': person, 'offered-size': 5 })
  await set(two, { 'offered-text': 'cost center 5' })
  const third = newId()
  await scrape(scraper, itemInput(third, 'offered three'))
  await set(third, { 'offered-text': 'Costly' })
  await admin.send('PUT', `/api/catalog/${one}/notes`, {
    body: { owner: { kind: 'person', id: person }, notes: null, tags: {} },
  })
  const offers = async (text: string) => {
    const search = new URLSearchParams({ text, at: String(text.length) })
    const answer = await viewer.send('GET', `/api/catalog/query-offers?${search.toString()}`)
    expect(answer.status).toBe(200)
    return answer.body.offers.map((offer: { text: string }) => offer.text)
  }
  expect(await offers('field.offered-t')).toEqual(['field.offered-text=', 'field.offered-tier='])
  expect(await offers('fie')).toContain('field.offered-text=')
  expect(await offers('sort=-field.offered-t')).toEqual(['-field.offered-text', '-field.offered-tier'])
  expect(await offers('field.offered-tier=g')).toEqual(['Gold', 'green'])
  expect(await offers('field.offered-text=COST')).toEqual(['"cost center 5"', 'Costly'])
  expect(await offers('field.offered-person=ve')).toEqual(['Vera'])
  expect(await offers('field.offered-size=')).toEqual([])
  expect(await offers('field.unknown=')).toEqual([])
  expect(await offers('owner=v')).toEqual(['Vera'])
  expect(await offers('owner=nob')).toEqual([])
})
