import { features, missingFeatures } from '@binnacle/contract/access'
import { beforeAll, expect, test } from 'vitest'
import { dataGate } from './platform/data/index.ts'
import { startTestApp, type TestApp, type TestBrowser } from './testing/app.ts'

let app: TestApp
let browser: TestBrowser
beforeAll(async () => {
  app = await startTestApp({ environment: { MODE: 'health' } })
  browser = await app.signedIn()
})

const nobody = '01900000-0000-7000-8000-000000000000'

test('a health checker answers for health alone; every other area is not found [MODE-002]', async () => {
  expect((await browser.send('GET', '/api/health/checks')).status).toBe(200)
  expect((await browser.send('GET', '/api/canary/api/summary')).status).toBe(200)
  const others = app.app.gates.routes.filter(({ feature }) => feature !== undefined && feature !== 'health')
  expect(others.length).toBeGreaterThan(0)
  for (const { method, path } of others) {
    const { status } = await browser.send(method, `/api${path.replaceAll(/\{\w+\}/g, nobody)}`)
    expect([path, status]).toEqual([path, 404])
  }
  for (const [name, rule] of Object.entries(app.app.gates.relations)) {
    const feature = dataGate(rule, 'read')?.feature
    if (feature === undefined) continue
    const { status } = await browser.send('GET', `/api/db/${name}?limit=1`)
    expect([name, status]).toEqual([name, feature === 'health' ? 200 : 404])
  }
})

test('the web application learns of it from the properties, which nobody can change [MODE-002]', async () => {
  const { body } = await browser.send('GET', '/api/properties')
  const closed = body.filter(
    ({ source, value }: { source: string; value: string }) => source === 'local' && value === 'true',
  )
  expect(closed.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    features
      .filter((feature) => feature !== 'health')
      .map((feature) => `${feature}.disable`)
      .toSorted(),
  )
  await app.database.pool.query(
    `insert into core.properties (name, value) values ('settings.users.disable', 'false')`,
  )
  expect((await browser.send('POST', '/api/auth/invite_user', { body: {} })).status).toBe(404)
})

test('a full installation misses nothing', () => {
  expect(missingFeatures('full')).toEqual([])
})
