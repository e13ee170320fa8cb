import { freePort } from '@binnacle/plugin-kit/servers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../platform/audit.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { createShell } from '../testing/shell.ts'
import { until } from '../testing/until.ts'

const shell = createShell()
afterAll(shell.end)

let app: TestApp
let environment: Readonly<Record<string, string>>
beforeAll(async () => {
  app = await startTestApp()
  const { host = '', port = 5_432, user = '', database = '' } = app.database.connection
  environment = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    // That of every test application
    SECRET_KEY: 'a secret key for tests, long enough',
    PUBLIC_URL: app.url,
  }
  for (let number = 0; number < 5; number += 1)
    await audit(app.database.pool, 'test', {
      action: 'create',
      resource: 'tests',
      id: String(number),
      name: null,
    })
  await sealed()
})

const sealed = () =>
  until(async () => {
    const { rows } = await app.database.pool.query('select from core.audit_unsealed limit 1')
    return rows.length === 0
  }, 90_000)

async function run(args: readonly string[], given: Readonly<Record<string, string>> = {}, input = '') {
  const started = shell.start(['audit', ...args], { ...environment, ...given }, input)
  return { code: await started.ended, ...started.output }
}

/** Does what only the owner of the database can. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await app.database.pool.connect()
  await client.query(`set session_replication_role = 'replica'`)
  for (const statement of statements) await client.query(statement)
  client.release(true)
}

test('the product seals rows by itself, and audit verify finds them intact while it runs', async () => {
  const { code, stdout, stderr } = await run(['verify'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^\d+ sealed rows from \S+Z to \S+Z\.\n\d+ rows wait for their seal\.\nIntact\.\nNewest digest: [0-9a-f]{64}@\d+\n$/,
  )
})

test('audit head prints the newest digest alone, which finds a log whose end is missing', async () => {
  const head = await run(['head'])
  expect(head).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{64}@\d+\n$/), stderr: '' })
  const expected = head.stdout.trim()
  expect(await run(['verify', '--expect', expected])).toMatchObject({ code: 0 })
  const [digest, number] = expected.split('@')
  const ahead = await run(['verify', '--expect', `${digest}@${Number(number) + 1_000}`])
  expect(ahead).toMatchObject({ code: 1, stdout: expect.stringContaining('Broken (truncated)') })
  const other = await run(['verify', '--expect', `${'0'.repeat(64)}@${number}`])
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('not the expected one') })
})

test.each([
  [['verify', '--expect', 'nonsense'], 'DIGEST@NUMBER'],
  [['verify', 'more'], 'Usage'],
  [['burn'], 'Usage'],
  [['verify', '--expected', 'x'], '--expected'],
])('%j is misuse', async (args, reason) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(reason) })
})

test('another secret key is said, and accepted where the old one is given', async () => {
  const given = { SECRET_KEY: 'another secret key that is long enough' }
  const { code, stdout } = await run(['verify'], given)
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /Broken \(another key\) at seal 1, .*were sealed with key [0-9a-f]{16}, which was not given/,
  )
  const old = await run(['verify', '--old-keys-stdin'], given, `${environment['SECRET_KEY']}\n`)
  expect(old).toMatchObject({ code: 0, stdout: expect.stringContaining('Intact.') })
})

test('a row that was changed behind the product is found, with its id and time', async () => {
  const { rows } = await app.database.pool.query<{ id: string; number: number }>(
    `select row_id as id, number from core.audit_seals join core.audit_log on id = row_id where resource_id = '3'`,
  )
  const [row] = rows
  await tamper(`update core.audit_log set actor = 'nobody' where resource_id = '3' and resource = 'tests'`)
  const { code, stdout } = await run(['verify'])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    new RegExp(
      `Broken \\(changed\\) at seal ${row?.number}, row ${row?.id}, \\S+Z: the row is not what was sealed`,
    ),
  )
  await tamper(`update core.audit_log set actor = 'test' where resource_id = '3' and resource = 'tests'`)
  expect(await run(['verify'])).toMatchObject({ code: 0 })
})

test('on the bundled database it works before the product starts, while it runs, and after it', async () => {
  const bundled = { DATA_DIR: await shell.folder(), PORT: String(await freePort()), WATCH_SELF: 'off' }
  const none = { DATABASE_URL: '', SECRET_KEY: '', PUBLIC_URL: '' }
  const product = shell.start(['serve'], {
    ...bundled,
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'analytical engine',
  })
  await until(() => product.output.stdout.includes('Open it to sign in.'), 60_000)
  const sealedNow = async () =>
    (await run(['verify'], { ...none, ...bundled })).stdout.includes('0 rows wait for their seal.')
  await until(sealedNow, 60_000)
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  const after = await run(['verify'], { ...none, ...bundled })
  expect(after).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[1-9]\d* sealed rows[^]*Intact/) })
}, 180_000)
