import { fail, succeed } from '@binnacle/contract/core'
import {
  user as mariadbUser,
  missing as missingMariadb,
  startMariadb,
} from '@binnacle/clients/sql/testing/mysql'
import { startPostgres } from '@binnacle/clients/sql/testing/postgres'
import { missing as missingRedis, startRedis } from '@binnacle/checks/redis/targets'
import { admin as ldapAdmin, missing as missingLdap, startLdap } from '@binnacle/checks/ldap/targets'
import { createEgress } from '@binnacle/egress'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { type ConnectionValues, unhealthy } from '@binnacle/plugin-kit/core'
import {
  makeFolder,
  makeRepository,
  missingGit,
  startGitOverHttp,
  startTcpServer,
} from '@binnacle/plugin-kit/servers'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createCommandRunner } from '../../platform/commands/index.ts'
import { createLog } from '../../platform/log.ts'
import type { References } from '../../platform/references/index.ts'
import { noFiles } from '../../testing/files.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { createConnectionTest } from './test-connection.ts'
import { type ConnectionType, loadConnectionTypes } from './types.ts'

const PASSWORD = 'sw0rdfish-secret'

const tasks = createTaskPool()
afterAll(() => tasks.close())
const types = await loadConnectionTypes()

const references: References = {
  read: async (reference) =>
    reference.kind === 'secret' && reference.key === 'password'
      ? succeed(PASSWORD)
      : fail('there is no such secret'),
}
const dependencies = {
  egress: createEgress({ deny: new Set() }),
  commands: createCommandRunner(),
  files: noFiles,
  tasks,
  references,
  clock: systemClock,
  log: await createLog('silent'),
  userAgent: 'Binnacle/test',
}
const open = createConnectionTest(types, dependencies)

const connection = (type: string, more: Partial<ConnectionValues>): ConnectionValues => ({
  name: 'shop',
  namespace: 'default',
  type,
  insecureTls: false,
  properties: {},
  ...more,
})
const now = () => new AbortController().signal
const test60 = { timeout: 60_000 }

describe('a test reaches the server of its type', () => {
  test('PostgreSQL', test60, async () => {
    const server = await startPostgres()
    const { url, password } = server
    const good = await open(connection('postgres', { url, password }), now())
    expect(good).toMatchObject({ ok: true, value: { message: 'ok', detail: '1 row' } })
    const bad = await open(connection('postgres', { url, password: PASSWORD }), now())
    expect(bad).toMatchObject({ ok: false })
    expect(JSON.stringify(bad)).not.toContain(PASSWORD)
    await server.stop()
  })

  test.skipIf(missingMariadb !== undefined)('MariaDB', test60, async () => {
    const server = await startMariadb()
    const url = `mysql://127.0.0.1:${server.port}/shop`
    expect(await open(connection('mysql', { url, ...mariadbUser }), now())).toMatchObject({ ok: true })
    expect(await open(connection('mysql', { url, username: 'x', password: PASSWORD }), now())).toMatchObject({
      ok: false,
    })
    await server.stop()
  })

  test.skipIf(missingRedis !== undefined)(
    'Redis, with a password that is kept elsewhere',
    test60,
    async () => {
      const server = await startRedis(['--requirepass', PASSWORD])
      const at = (password: string) =>
        open(
          connection('redis', { url: `127.0.0.1:${server.port}`, password, properties: { db: '1' } }),
          now(),
        )
      expect(await at('secret://shop/password')).toMatchObject({ ok: true })
      expect(await at('secret://shop/none')).toEqual({
        ok: false,
        failure: 'the connection default/shop: password: there is no such secret',
      })
      expect(await at('wrong')).toMatchObject({ ok: false })
      await server.stop()
    },
  )

  test.skipIf(missingLdap !== undefined)('LDAP', test60, async () => {
    const server = await startLdap()
    const url = `ldap://127.0.0.1:${server.port}`
    expect(await open(connection('ldap', { url, ...ldapAdmin }), now())).toMatchObject({ ok: true })
    expect(await open(connection('ldap', { url, ...ldapAdmin, password: 'x' }), now())).toMatchObject({
      ok: false,
    })
    await server.stop()
  })

  test.skipIf(missingGit !== undefined)('Git over http', test60, async () => {
    const folder = await makeFolder()
    await makeRepository(folder.path, 'code', { 'readme.txt': 'for tests\n' })
    const server = await startGitOverHttp(folder.path)
    const at = (name: string, ref: string) =>
      open(
        connection('git', {
          url: `http://127.0.0.1:${server.port}/${name}.git`,
          username: 'me',
          password: PASSWORD,
          properties: { ref },
        }),
        now(),
      )
    expect(await at('code', 'main')).toMatchObject({ ok: true })
    const missing = await at('code', 'nowhere')
    expect(missing).toMatchObject({ ok: false })
    expect(JSON.stringify(missing)).toContain('has no branch or tag')
    expect(await at('none', 'main')).toMatchObject({ ok: false })
    await server.stop()
    await folder.remove()
  })

  test('SMTP, without a message', test60, async () => {
    const server = await startMailServer({ credentials: { user: 'binnacle', password: PASSWORD } })
    const { port } = new URL(server.url)
    const at = (password: string) =>
      open(
        connection('email', {
          username: 'binnacle',
          password,
          properties: { host: '127.0.0.1', port, from: 'alerts@example.com' },
        }),
        now(),
      )
    expect(await at(PASSWORD)).toMatchObject({ ok: true, value: { detail: 'signed in' } })
    const refused = await at('wrong-password')
    expect(refused).toMatchObject({ ok: false })
    expect(JSON.stringify(refused)).toMatch(/535|Invalid login/)
    expect(server.mails).toEqual([])
    await server.stop()
  })
})

describe('a test ends', () => {
  function typeWith(run: TestConnectionForm) {
    const http = types.get('http')
    if (http === undefined) throw new Error('there is no type http')
    const type: ConnectionType = { ...http, test: run }
    return createConnectionTest(new Map([['http', type]]), { ...dependencies, longest: 200 })
  }
  const http = connection('http', { url: 'http://127.0.0.1:1', password: PASSWORD })

  test('when its server never answers', async () => {
    const silent = await startTcpServer('')
    const impatient = createConnectionTest(types, { ...dependencies, longest: 200 })
    const result = await impatient(connection('redis', { url: `127.0.0.1:${silent.port}` }), now())
    expect(result).toMatchObject({ ok: false })
    await silent.stop()
  })

  test('when its code never does', async () => {
    const never = typeWith(() => new Promise(() => {}))
    expect(await never(http, now())).toEqual({ ok: false, failure: 'did not end within 0.2 s' })
  })

  test('with words that hold no secret, when its code throws or repeats one', async () => {
    const throwing = typeWith(async () => {
      throw new Error(PASSWORD)
    })
    const result = await throwing(http, now())
    expect(result).toMatchObject({ ok: false })
    expect(JSON.stringify(result)).not.toContain(PASSWORD)
    const telling = typeWith(async (_form, { connection: { password } }) => unhealthy(`no: ${password}`))
    expect(await telling(http, now())).toEqual({ ok: false, failure: 'no: ***' })
  })

  test('before it begins, when a field that is required is empty', async () => {
    expect(await open(connection('github', {}), now())).toEqual({
      ok: false,
      failure: 'token: This field is required',
    })
  })

  test('in nothing for a type that cannot be tested', async () => {
    expect(await open(connection('ifttt', {}), now())).toBeUndefined()
    expect(await open(connection('of another version', {}), now())).toBeUndefined()
  })
})
