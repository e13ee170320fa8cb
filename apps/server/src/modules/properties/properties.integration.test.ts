import { execFileSync } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestBrowser } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openPropertyStore } from './store.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-properties-'))
const file = join(folder, 'binnacle.properties')
let app: TestApp
let admin: TestBrowser
let adminId: string

async function writeLocal(text: string): Promise<void> {
  // As editors do: the new file takes the place of the old one.
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}

beforeAll(async () => {
  await writeLocal('banner=hello\nlogs.disable=true\nflanksource.ui.snippets={"a":"alert(1)"}\n')
  app = await startTestApp({ environment: { PROPERTIES_FILE: file } })
  admin = await app.signedIn()
  adminId = (await admin.send('GET', '/api/whoami')).body.payload.user.id
})
afterAll(() => rm(folder, { recursive: true }))

const representation = { prefer: 'return=representation' }
const post = (body: object, browser = admin) =>
  browser.send('POST', '/api/db/properties', { body, headers: representation })
const patch = (name: string, body: object) =>
  admin.send('PATCH', `/api/db/properties?name=eq.${name}`, { body, headers: representation })
const remove = (name: string) =>
  admin.send('DELETE', `/api/db/properties?name=eq.${name}`, { headers: representation })
const list = async (browser = admin) => (await browser.send('GET', '/api/properties')).body
const find = async (name: string) => (await list()).find((one: { name: string }) => one.name === name)
const statusOf = async (path: string, browser = admin) => (await browser.send('GET', path)).status

/** Disables features, does something, and enables them again. */
async function without(features: readonly string[], work: () => Promise<void>): Promise<void> {
  await post(features.map((feature) => ({ name: `${feature}.disable`, value: 'true' })))
  try {
    await work()
  } finally {
    await admin.send(
      'DELETE',
      `/api/db/properties?name=in.(${features.map((feature) => `${feature}.disable`).join(',')})`,
    )
    await until(async () => (await statusOf('/api/health/checks')) === 200)
  }
}

describe('flags', () => {
  test('are read by everyone who is signed in, those of the file and of the database [FLAG-015, FF-002]', async () => {
    await post({ name: 'shop.banner', value: 'open', description: 'Shown on top' })
    const viewer = await app.person('viewer@example.com', ['viewer'])
    const all = await list(viewer.browser)
    expect(all.find((one: { name: string }) => one.name === 'shop.banner')).toEqual({
      name: 'shop.banner',
      value: 'open',
      source: 'db',
      type: 'text',
      description: 'Shown on top',
      created_by: { id: adminId, name: 'Administrator', avatar: null },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(all.find((one: { name: string }) => one.name === 'logs.disable')).toEqual({
      name: 'logs.disable',
      value: 'true',
      source: 'local',
      type: 'boolean',
      description: 'Disables Logs',
      created_by: null,
      created_at: null,
      updated_at: null,
    })
    expect(all.map((one: { name: string }) => one.name)).toEqual(['banner', 'logs.disable', 'shop.banner'])
  })

  test('are created, changed and removed, and looked up by name and value [FF-009, FF-010, FF-011, FF-012]', async () => {
    expect(
      await post({ name: 'color', value: 'red', created_by: '01900000-0000-7000-8000-000000000000' }),
    ).toMatchObject({
      status: 201,
      body: [{ name: 'color', value: 'red', source: 'db', created_by: adminId }],
    })
    const found = async (value: string) =>
      (
        await admin.send(
          'GET',
          `/api/db/properties?select=*,created_by(id,name,avatar)&name=eq.color&value=eq.${value}`,
        )
      ).body
    const [row] = await found('red')
    expect(row).toMatchObject({ created_by: { id: adminId, name: 'Administrator' } })
    expect(await patch('color', { ...row, created_by: adminId, value: 'blue' })).toMatchObject({
      status: 200,
      body: [{ name: 'color', value: 'blue', created_at: row.created_at }],
    })
    expect(await found('red')).toEqual([])
    expect(await remove('color')).toMatchObject({ status: 200, body: [{ name: 'color' }] })
    expect(await found('blue')).toEqual([])
    const { body } = await admin.send(
      'GET',
      '/api/db/audit_log?resource=eq.properties&resource_id=eq.color&order=created_at.asc,id.asc',
    )
    expect(body).toMatchObject([
      { action: 'create', after: { value: 'red' } },
      { action: 'update', before: { value: 'red' }, after: { value: 'blue' } },
      { action: 'delete', before: { value: 'blue' }, after: null },
    ])
  })

  test("of the file cannot be edited: 'Cannot edit local feature flags' [FF-003]", async () => {
    expect(await post({ name: 'banner', value: 'mine' })).toMatchObject({
      status: 409,
      body: { message: 'Cannot edit local feature flags' },
    })
    await app.database.pool.query(`insert into core.properties (name, value) values ('banner', 'hidden')`)
    expect(await find('banner')).toMatchObject({ value: 'hello', source: 'local' })
    expect(await patch('banner', { value: 'mine' })).toMatchObject({
      status: 409,
      body: { message: 'Cannot edit local feature flags' },
    })
    expect((await remove('banner')).status).toBe(200)
    expect(await find('banner')).toMatchObject({ value: 'hello', source: 'local' })
    // Now only the file has it.
    for (const answer of [await patch('banner', { value: 'mine' }), await remove('banner')])
      expect(answer).toMatchObject({ status: 409, body: { message: 'Cannot edit local feature flags' } })
    expect(await patch('nothing.of.this.name', { value: 'mine' })).toMatchObject({ status: 200, body: [] })
  })

  test.each([
    { name: '', value: 'x' },
    { name: 'x', value: ' ' },
    { value: 'x' },
    { name: 'x' },
    { name: null, value: null },
  ])("need name and value, otherwise 'please provide all details': %o [FF-005]", async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { message: 'please provide all details' } })
  })

  test.each([
    ['bad name', 'x', 400, 'may have letters, digits, dots, hyphens, underscores and slashes'],
    ['flanksource.ui.snippets', 'x', 400, 'Properties that run script in the browser are not allowed'],
    ['UI.Snippets', 'x', 400, 'Properties that run script in the browser are not allowed'],
    ['x', 'x'.repeat(10_001), 400, 'must have at most 10000 characters'],
    ['shop.banner', 'x', 409, 'There is a feature flag named "shop.banner" already'],
  ])('named %s are refused', async (name, value, status, message) => {
    expect(await post({ name, value })).toMatchObject({ status, body: { message } })
  })

  test("that disable a feature are true or false, otherwise 'Invalid boolean value' [ERR-018]", async () => {
    for (const value of ['yes', 'TRUE', '1', 'true false'])
      expect(await post({ name: 'agents.disable', value })).toMatchObject({
        status: 400,
        body: { message: 'Invalid boolean value', details: [{ path: 'value' }] },
      })
    expect((await post({ name: 'agents.disable', value: 'false' })).status).toBe(201)
    expect(await patch('agents.disable', { value: 'off' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid boolean value' },
    })
    expect(await find('agents.disable')).toMatchObject({ value: 'false' })
    await remove('agents.disable')
    // Others say what they like.
    expect((await post({ name: 'banner.disabled', value: 'yes' })).status).toBe(201)
    await remove('banner.disabled')
  })

  test('keep their name, and their value when nothing is given for it', async () => {
    expect(await patch('shop.banner', { name: 'other' })).toMatchObject({ status: 400 })
    expect(await patch('shop.banner', { value: '' })).toMatchObject({
      status: 400,
      body: { message: 'please provide all details' },
    })
    expect(await patch('shop.banner', { description: 'New' })).toMatchObject({
      body: [{ value: 'open', description: 'New' }],
    })
  })

  test('that run script in browsers are shown to nobody, from any source', async () => {
    await app.database.pool.query(
      `insert into core.properties (name, value) values ('flanksource.ui.snippets', 'alert(1)')`,
    )
    expect(JSON.stringify(await list())).not.toMatch(/snippets|alert/)
  })
})

describe('a disabled feature', () => {
  test('closes its routes, relations and topics at once, and opens them again', async () => {
    await without(['health'], async () => {
      await until(async () => (await statusOf('/api/health/checks')) === 404)
      expect(await admin.send('GET', '/api/canary/api/summary')).toMatchObject({
        status: 404,
        body: { code: 'ENOTFOUND', error: 'The feature "health" is disabled' },
      })
      expect(await admin.send('GET', '/api/db/checks')).toMatchObject({
        status: 404,
        body: { message: 'The feature "health" is disabled' },
      })
      expect((await admin.send('POST', '/api/db/canaries', { body: [] })).status).toBe(404)
      // An embed is a read too.
      expect((await admin.send('GET', '/api/db/agents?select=id,checks(id)')).status).toBe(404)
      expect(await statusOf('/api/live?topics=checks')).toBe(404)
      // The cascade reaches the job history; what does not belong to it stays open.
      expect(await statusOf('/api/db/job_histories?limit=1')).toBe(404)
      expect(await statusOf('/api/live?topics=job_history')).toBe(404)
      expect(await statusOf('/api/db/agents')).toBe(200)
      expect(await statusOf('/api/whoami')).toBe(200)
    })
    expect(await statusOf('/api/db/checks?limit=1')).toBe(200)
  })

  test('is no way around a missing permission: that is said first', async () => {
    const viewer = await app.person('viewer2@example.com', ['viewer'])
    await without(['settings.users'], async () => {
      await until(async () => (await statusOf('/api/db/identities?limit=1')) === 404)
      expect(await statusOf('/api/db/identities?limit=1', viewer.browser)).toBe(403)
      expect(
        (await admin.send('DELETE', '/api/people/01900000-0000-7000-8000-000000000000')).body.error,
      ).toBe('The feature "settings.users" is disabled')
      // Roles and names are read all over the product.
      expect(await statusOf('/api/db/people?limit=1')).toBe(200)
      expect(await statusOf('/api/db/people_roles?limit=1')).toBe(200)
    })
  })

  test('of teams and agents closes their writes, and leaves what other areas read', async () => {
    await without(['settings.teams', 'agents'], async () => {
      await until(async () => (await statusOf('/api/db/teams_with_status')) === 404)
      expect(await statusOf('/api/db/teams')).toBe(200)
      expect((await admin.send('POST', '/api/db/teams', { body: { name: 'x' } })).status).toBe(404)
      expect((await admin.send('POST', '/api/db/team_members', { body: [] })).status).toBe(404)
      expect(await statusOf('/api/db/agents')).toBe(200)
      expect((await admin.send('PATCH', '/api/db/agents?id=is.null', { body: {} })).status).toBe(404)
    })
  })

  test('can be enabled again, also when it is the feature of the flags themselves', async () => {
    await without(['settings.feature_flags'], async () => {
      expect((await list()).length).toBeGreaterThan(0)
      expect(await patch('settings.feature_flags.disable', { value: 'false' })).toMatchObject({ status: 200 })
    })
  })
})

describe('the file of flags', () => {
  test('is read again when it changes', async () => {
    await writeLocal('banner=new\nhealth.disable=true\n')
    await until(async () => (await statusOf('/api/health/checks')) === 404)
    expect(await find('banner')).toMatchObject({ value: 'new', source: 'local' })
    expect(await find('logs.disable')).toBeUndefined()
    await writeLocal('banner=newest\n')
    await until(async () => (await find('banner')).value === 'newest')
    expect(await statusOf('/api/health/checks')).toBe(200)
  })

  test('that is wrong or gone leaves the last valid content in force, and the log says what is wrong', async () => {
    const own = join(folder, 'own.properties')
    const answers: unknown[] = []
    const log = await createLog('warn', { write: (line: string) => answers.push(JSON.parse(line).msg) })
    await writeFile(own, 'a=1\n')
    const store = await openPropertyStore({
      pool: app.database.pool,
      live: { subscribe: () => () => {}, recent: () => undefined, connected: true, close: async () => {} },
      clock: systemClock,
      log,
      file: own,
      fixed: new Map(),
    })
    await writeFile(own, 'a=2\nthis is wrong\n')
    await until(() => answers.includes(`${own}:2: is not name=value`))
    expect(store.value('a')).toBe('1')
    await rm(own)
    await until(() => answers.includes('the file of properties cannot be read'))
    expect(store.value('a')).toBe('1')
    await store.close()
  })

  test('that is a pipe is not waited for', async () => {
    const pipe = join(folder, 'pipe.properties')
    execFileSync('mkfifo', [pipe])
    const answers: unknown[] = []
    const log = await createLog('warn', { write: (line: string) => answers.push(JSON.parse(line).reason) })
    const store = await openPropertyStore({
      pool: app.database.pool,
      live: { subscribe: () => () => {}, recent: () => undefined, connected: true, close: async () => {} },
      clock: systemClock,
      log,
      file: pipe,
      fixed: new Map(),
    })
    expect(answers).toEqual(['Error: is not a regular file'])
    await store.close()
  })

  test('stands above the database: false in the file enables what the database disables', async () => {
    await post({ name: 'health.disable', value: 'true' })
    await until(async () => (await statusOf('/api/health/checks')) === 404)
    await writeLocal('banner=newest\nhealth.disable=false\n')
    await until(async () => (await statusOf('/api/health/checks')) === 200)
    expect(await find('health.disable')).toMatchObject({ value: 'false', source: 'local' })
    await remove('health.disable')
  })
})

test('what strangers may see, and all of identity, outgoing connections and secrets, is for administrators only', async () => {
  const editor = (await app.person('flags.editor@example.com', ['editor'])).browser
  const names = [
    'topology.publicViews',
    'Topology.PublicViews',
    'identity.anything',
    'egress.deny',
    'secrets.x',
  ]
  for (const name of names) {
    expect([name, (await post({ name, value: 'true' }, editor)).status]).toEqual([name, 403])
    expect([name, (await post({ name, value: 'false' })).status]).toEqual([name, 201])
    const path = `/api/db/properties?name=eq.${name}`
    expect((await editor.send('PATCH', path, { body: { value: 'true' } })).status).toBe(403)
    expect((await editor.send('DELETE', path)).status).toBe(403)
    expect(await find(name)).toMatchObject({ value: 'false' })
    expect((await remove(name)).status).toBe(200)
  }
  // All flags at once too.
  expect((await post({ name: 'topology.publicViews', value: 'false' })).status).toBe(201)
  expect((await editor.send('DELETE', '/api/db/properties?name=not.is.null')).status).toBe(403)
  expect((await remove('topology.publicViews')).status).toBe(200)
  expect((await post({ name: 'topology.other', value: 'true' }, editor)).status).toBe(201)
})
