import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@binnacle/plugin-kit/servers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { createShell } from '../testing/shell.ts'
import { until } from '../testing/until.ts'

const shell = createShell()
const { start } = shell
afterAll(shell.end)

async function run(args: readonly string[], environment: Readonly<Record<string, string>>, input = '') {
  const started = start(args, environment, input)
  return { code: await started.ended, ...started.output }
}

describe('on its own database', () => {
  let app: TestApp
  let environment: Readonly<Record<string, string>>
  beforeAll(async () => {
    app = await startTestApp()
    const { host = '', port = 5_432, user = '', database = '' } = app.database.connection
    environment = {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: 'x'.repeat(32),
      PUBLIC_URL: app.url,
    }
  })

  test('user add creates an account with the password on standard input', async () => {
    const add = [
      'user',
      'add',
      'Ada@Example.com',
      '--name',
      'Ada Lovelace',
      '--role',
      'editor',
      '--password-stdin',
    ]
    expect(await run(add, environment, 'analytical engine\n')).toMatchObject({ code: 0, stderr: '' })
    const browser = app.browser()
    expect((await browser.signIn({ email: 'ada@example.com', password: 'analytical engine' })).status).toBe(
      200,
    )
    expect((await browser.send('GET', '/api/auth/whoami')).body.payload).toMatchObject({
      user: { name: 'Ada Lovelace' },
      roles: ['editor'],
    })
    expect(await run(add, environment, 'analytical engine')).toMatchObject({
      code: 1,
      stderr: '\nUser already exists\n\n',
    })
    const weak = ['user', 'add', 'joan@example.com', '--name', 'Joan', '--password-stdin']
    expect(await run(weak, environment, 'password1\n')).toMatchObject({ code: 1, stdout: '' })
    expect(await run(weak, environment, 'Binnacle2026!\n')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The password contains “binnacle”.'),
    })
  })

  test('user add without a password prints a link with which the account is created', async () => {
    const { code, stdout } = await run(
      ['user', 'add', 'grace@example.com', '--name', 'Grace Hopper'],
      environment,
    )
    expect(code).toBe(0)
    const invitation = /^http:\S+\/registration\/browser\?invitation=(\S+)\n$/.exec(stdout)?.[1] ?? ''
    const browser = app.browser()
    const flow = await browser.send(
      'GET',
      `/kratos/self-service/registration/browser?invitation=${invitation}`,
    )
    expect(flow.body.ui.nodes[3].attributes).toMatchObject({
      name: 'traits.email',
      value: 'grace@example.com',
    })
  })

  test('token create prints a token and nothing else', async () => {
    const { code, stdout } = await run(
      ['token', 'create', 'admin@example.com', '--name', 'script', '--role', 'editor', '--days', '1'],
      environment,
    )
    expect(code).toBe(0)
    const headers = { authorization: `Bearer ${stdout.trim()}` }
    expect((await app.browser().send('GET', '/api/auth/whoami', { headers })).body.payload.roles).toEqual([
      'editor',
    ])
  })

  test.each([
    [['token', 'create', 'nobody@example.com', '--name', 'a'], 1, 'Nobody has the address'],
    [['token', 'create', 'ada@example.com', '--name', 'a', '--role', 'admin'], 1, 'higher role'],
    [['token', 'create', 'ada@example.com', '--name', 'a', '--role', 'owner'], 2, 'no role "owner"'],
    [['token', 'create', 'ada@example.com', '--name', 'a', '--days', '0'], 2, '--days'],
    [['token', 'create', 'ada@example.com'], 2, 'Usage'],
    [['user', 'add', 'nonsense', '--name', 'a'], 1, 'email address'],
    [['user', 'add'], 2, 'Usage'],
  ])('%j ends with %d and says why', async (args, code, reason) => {
    const result = await run(args, environment)
    expect(result.code).toBe(code)
    expect(result.stderr).toContain(reason)
    expect(result.stdout).toBe('')
  })
})

test('commands work on the bundled database before the product starts, and while it runs', async () => {
  const folder = await shell.folder()
  const environment = { DATA_DIR: folder, PORT: String(await freePort()), WATCH_SELF: 'off' }
  const add = [
    'user',
    'add',
    'ada@example.com',
    '--name',
    'Ada Lovelace',
    '--role',
    'admin',
    '--password-stdin',
  ]
  expect(await run(add, environment, 'analytical engine\n')).toMatchObject({ code: 0 })
  const product = start(['serve'], environment)
  await until(() => product.output.stdout.includes('Open it to sign in.'), 90_000)
  const token = await run(
    ['token', 'create', 'ada@example.com', '--name', 'script', '--role', 'admin'],
    environment,
  )
  const answer = await fetch(`http://127.0.0.1:${environment.PORT}/api/auth/whoami`, {
    headers: { authorization: `Bearer ${token.stdout.trim()}` },
  })
  expect(answer.status).toBe(200)

  // Line 4 of the file is the port, and line 5 the folder of the socket.
  const [, , , port, host] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const database = new Client({ host, port: Number(port), user: 'binnacle', database: 'binnacle' })
  await database.connect()
  await database.query('alter database postgres allow_connections false')
  const refused = await run(['token', 'create', 'ada@example.com', '--name', 'script'], environment)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('is not currently accepting connections')
  await database.query('alter database postgres allow_connections true')
  await database.end()
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
})
