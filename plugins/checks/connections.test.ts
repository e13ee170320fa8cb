import { execFile } from 'node:child_process'
import { succeed } from '@binnacle/contract/core'
import type { CheckDefinition, CommonCheckSpec, RunCheck } from '@binnacle/plugin-kit/checks'
import {
  type CheckOutcome,
  type CommandRunner,
  type ConnectionValues,
  fillConnections,
} from '@binnacle/plugin-kit/core'
import {
  makeFolder,
  missingSsh,
  PROGRAM_START_MILLISECONDS,
  startJsonServer,
  startSshServer,
} from '@binnacle/plugin-kit/servers'
import { contextForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import * as elasticsearch from './elasticsearch/run.ts'
import * as opensearch from './opensearch/run.ts'
import { check as elasticsearchCheck } from './elasticsearch/spec.ts'
import { check as opensearchCheck } from './opensearch/spec.ts'
import * as folder from './folder/run.ts'
import { check as folderCheck } from './folder/spec.ts'
import { missingSmb, smbUser, startSmb } from './folder/targets.ts'
import { check as httpCheck } from './http/spec.ts'
import * as ldap from './ldap/run.ts'
import { check as ldapCheck } from './ldap/spec.ts'
import { admin, missing as missingLdap, startLdap } from './ldap/targets.ts'
import * as mongodb from './mongodb/run.ts'
import { check as mongodbCheck } from './mongodb/spec.ts'
import { member, startMongo } from './mongodb/targets.ts'
import * as mysql from './mysql/run.ts'
import { check as mysqlCheck } from './mysql/spec.ts'
import { missing as missingMysql, startMariadb, user } from '@binnacle/clients/sql/testing/mysql'
import * as postgres from './postgres/run.ts'
import { check as postgresCheck } from './postgres/spec.ts'
import { startPostgres } from '@binnacle/clients/sql/testing/postgres'
import * as prometheus from './prometheus/run.ts'
import { check as prometheusCheck } from './prometheus/spec.ts'
import { missing as missingPrometheus, startPrometheus } from './prometheus/targets.ts'
import * as redis from './redis/run.ts'
import { check as redisCheck } from './redis/spec.ts'
import { missing as missingRedis, startRedis } from './redis/targets.ts'
import { check as s3Check } from './s3/spec.ts'
import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'

/** Starts programs as they are: what the product's own runner adds is tested there. */
const commands: CommandRunner = {
  run: ({ file, arguments: args, environment }) =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], ...environment }
      execFile(file, args, { env }, (error, stdout, stderr) =>
        resolve(succeed({ exitCode: error === null ? 0 : 1, signal: null, stdout, stderr })),
      )
    }),
}

interface Kind {
  missing?: string | undefined
  /** Starts a real server. @returns a connection to it that works */
  start: () => Promise<Partial<ConnectionValues>>
  run: (connection: ConnectionValues) => Promise<CheckOutcome>
}

const endings: (() => Promise<void>)[] = []
afterAll(() => Promise.all(endings.map((end) => end())))

/** Leaves a server running until the end of the tests. */
async function keep<Server extends { stop: () => Promise<void> }>(
  starting: Promise<Server>,
): Promise<Server> {
  const server = await starting
  endings.push(server.stop)
  return server
}

/** Opens a connection as the product does when someone tests it. */
function opens<Spec extends CommonCheckSpec>(definition: CheckDefinition<Spec>, run: RunCheck<Spec>) {
  return async (connection: ConnectionValues): Promise<CheckOutcome> => {
    const written = definition.connectionTests?.[connection.type]?.(connection)
    if (written === undefined) throw new Error(`nothing opens ${connection.type}`)
    const filled = await fillConnections(definition.connections ?? [], { name: 'x', ...written }, async () =>
      succeed(connection),
    )
    if (!filled.ok) return { state: 'unknown', error: filled.failure }
    return run(definition.schema.parse(filled.value.written), contextForTest({ commands }))
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  postgres: {
    start: async () => {
      const { url, password } = await keep(startPostgres())
      return { url: url.replace('@', ':$(password)@'), password }
    },
    run: opens(postgresCheck, postgres.run),
  },
  mysql: {
    missing: missingMysql,
    start: async () => ({ url: `mysql://127.0.0.1:${(await keep(startMariadb())).port}/shop`, ...user }),
    run: opens(mysqlCheck, mysql.run),
  },
  mongo: {
    start: async () => {
      const server = await keep(startMongo(member({ isWritablePrimary: true })))
      return { url: `mongodb://127.0.0.1:${server.port}/` }
    },
    run: opens(mongodbCheck, mongodb.run),
  },
  redis: {
    missing: missingRedis,
    start: async () => ({
      url: `127.0.0.1:${(await keep(startRedis(['--requirepass', 'for tests only']))).port}`,
      password: 'for tests only',
      properties: { db: '3' },
    }),
    run: opens(redisCheck, redis.run),
  },
  ldap: {
    missing: missingLdap,
    start: async () => ({ url: `ldap://127.0.0.1:${(await keep(startLdap())).port}`, ...admin }),
    run: opens(ldapCheck, ldap.run),
  },
  prometheus: {
    missing: missingPrometheus,
    start: async () => ({ url: `http://127.0.0.1:${(await keep(startPrometheus())).port}` }),
    run: opens(prometheusCheck, prometheus.run),
  },
  elasticsearch: {
    start: async () => {
      // What a search that matches nothing gives, in the form of the examples of the "Search API".
      const hits = { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] }
      const body = { took: 1, timed_out: false, _shards: { total: 1, successful: 1, failed: 0 }, hits }
      const server = await keep(startJsonServer({ '/*/_search': { status: 200, body } }))
      return { url: `http://127.0.0.1:${server.port}` }
    },
    run: opens(elasticsearchCheck, elasticsearch.run),
  },
  opensearch: {
    start: async () => {
      // What a search that matches nothing gives, in the form of the examples of the "Search API".
      const hits = { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] }
      const body = { took: 1, timed_out: false, _shards: { total: 1, successful: 1, failed: 0 }, hits }
      const server = await keep(startJsonServer({ '/*/_search': { status: 200, body } }))
      return { url: `http://127.0.0.1:${server.port}` }
    },
    run: opens(opensearchCheck, opensearch.run),
  },
  s3: {
    start: async () => ({
      url: `http://127.0.0.1:${(await keep(startStore())).port}`,
      username: keys.accessKey,
      password: keys.secretKey.value,
      properties: { bucket, region: 'us-east-1', usePathStyle: 'true' },
    }),
    run: opens(folderCheck, folder.run),
  },
  sftp: {
    missing: missingSsh,
    start: async () => {
      const { port, username, privateKey } = await keep(startSshServer())
      return { url: '127.0.0.1', username, certificate: privateKey, properties: { port: String(port) } }
    },
    run: opens(folderCheck, folder.run),
  },
  smb: {
    missing: missingSmb,
    start: async () => {
      const shared = await makeFolder()
      const server = await keep(startSmb(shared.path))
      endings.push(shared.remove)
      return {
        url: 'smb://127.0.0.1',
        ...smbUser,
        properties: { port: String(server.port), share: 'backups' },
      }
    },
    run: opens(folderCheck, folder.run),
  },
}

describe.each(Object.entries(kinds))('a connection of the type %s', (type, { missing, start, run }) => {
  test.skipIf(missing !== undefined)(
    'opens its server',
    async () => {
      const values = await start()
      const connection = {
        name: 'x',
        namespace: 'default',
        type,
        insecureTls: false,
        properties: {},
        ...values,
      }
      const { state, error } = await run(connection)
      expect({ state, error }).toEqual({ state: 'healthy', error: undefined })
      // Where there is a secret, another one opens nothing.
      const secret = connection.password ?? connection.certificate
      if (secret === undefined) return
      const wrong = connection.password === undefined ? { certificate: 'x' } : { password: 'another' }
      expect(await run({ ...connection, ...wrong })).not.toMatchObject({ state: 'healthy' })
    },
    PROGRAM_START_MILLISECONDS,
  )
})

describe('what a check gets of a connection', () => {
  async function filled<Spec extends CommonCheckSpec>(
    { connections = [] }: CheckDefinition<Spec>,
    written: Readonly<Record<string, unknown>>,
    values: Partial<ConnectionValues>,
  ): Promise<unknown> {
    const connection = {
      name: 'c',
      namespace: 'shop',
      type: 'x',
      insecureTls: false,
      properties: {},
      ...values,
    }
    const result = await fillConnections(connections, written, async () => succeed(connection))
    return result.ok ? result.value.written : result.failure
  }
  const name = 'connection://c'
  const account = { username: 'u', password: 'secret-1' }

  test('redis: host:port, the database, and nothing for another server', async () => {
    const values = { url: 'cache.example:6380', ...account, properties: { db: '3' } }
    const url = 'redis://cache.example:6380'
    expect(await filled(redisCheck, { connection: name }, values)).toEqual({ url, ...account, db: 3 })
    expect(await filled(redisCheck, { connection: name, db: 0 }, values)).toMatchObject({ db: 0 })
    expect(await filled(redisCheck, { connection: name, addr: 'cache.example:6380' }, values)).toMatchObject({
      password: 'secret-1',
    })
    expect(await filled(redisCheck, { connection: name, addr: 'evil.example:6380' }, values)).toEqual({
      url: 'redis://evil.example:6380',
      db: 3,
    })
  })

  test('databases: the address as it is, whatever its form', async () => {
    const url = 'u:p@tcp(db.example:3306)/shop'
    expect(await filled(mysqlCheck, { connection: { value: name } }, { url, password: 'secret-1' })).toEqual({
      url,
      password: 'secret-1',
    })
    expect(await filled(mysqlCheck, { connection: url }, account)).toEqual({ connection: url })
  })

  test('folders over SFTP: host, port, key, and nothing for another server', async () => {
    const values = {
      url: 'sftp://files.example:2222',
      username: 'u',
      certificate: 'the key',
      properties: { hostKey: 'SHA256:x' },
    }
    const at = (more = {}) => ({ path: '/a', sftpConnection: { connection: name, ...more } })
    const there = { host: 'files.example', port: 2222 }
    expect(await filled(folderCheck, at(), values)).toEqual({
      path: '/a',
      sftpConnection: { ...there, username: 'u', privateKey: 'the key', hostKey: 'SHA256:x' },
    })
    expect(await filled(folderCheck, at({ username: 'mine', password: 'm' }), values)).toMatchObject({
      sftpConnection: { username: 'u', privateKey: 'the key' },
    })
    for (const elsewhere of [{ host: 'evil.example' }, { port: 22 }, { ...there, host: 'evil.example' }])
      expect(await filled(folderCheck, at(elsewhere), values)).toEqual({
        path: '/a',
        sftpConnection: { host: there.host, ...elsewhere },
      })
    expect(await filled(folderCheck, at(), account)).toBe(
      'sftpConnection.connection: the connection shop/c has no host, and neither has the check',
    )
  })

  test('folders over SMB: share and domain; the path may name the host', async () => {
    const values = { ...account, properties: { share: 'backups', domain: 'SHOP', servers: 'host' } }
    expect(
      await filled(folderCheck, { path: 'smb://host/x', smbConnection: { connection: name } }, values),
    ).toEqual({
      path: 'smb://host/x',
      smbConnection: { ...account, sharename: 'backups', domain: 'SHOP' },
    })
  })

  test('object stores: the keys, and nothing for another store', async () => {
    const values = {
      ...account,
      url: 'http://store.example:9000',
      properties: { region: 'eu', usePathStyle: 'true' },
    }
    const lent = { accessKey: 'u', secretKey: 'secret-1', region: 'eu', usePathStyle: true }
    expect(await filled(s3Check, { connection: name, bucketName: 'b' }, values)).toEqual({
      bucketName: 'b',
      endpoint: 'http://store.example:9000',
      ...lent,
    })
    const elsewhere = { connection: name, bucketName: 'b', endpoint: 'http://evil.example' }
    expect(await filled(s3Check, elsewhere, values)).toEqual({
      bucketName: 'b',
      endpoint: 'http://evil.example',
      region: 'eu',
      usePathStyle: true,
    })
    const { url: _, ...keysOnly } = values
    const ofAmazon = { connection: name, bucketName: 'b' }
    expect(await filled(s3Check, ofAmazon, keysOnly)).toMatchObject({ secretKey: 'secret-1' })
    expect(await filled(s3Check, elsewhere, keysOnly)).toContain('add http://evil.example:80')
  })

  test('HTTP: the domain before the user, and keys for signatures', async () => {
    const values = { ...account, url: 'http://shop.example/', properties: { domain: 'SHOP', region: 'eu' } }
    expect(await filled(httpCheck, { connection: name, ntlm: true }, values)).toEqual({
      ...account,
      url: 'http://shop.example/',
      username: String.raw`SHOP\u`,
      ntlm: true,
    })
    expect(
      await filled(httpCheck, { url: 'http://evil.example', awsSigV4: { connection: name } }, values),
    ).toEqual({
      url: 'http://evil.example',
      awsSigV4: { region: 'eu' },
    })
    const url = 'http://shop.example/a'
    expect(await filled(httpCheck, { url, awsSigV4: { connection: name } }, values)).toEqual({
      url,
      awsSigV4: { accessKey: 'u', secretKey: 'secret-1', region: 'eu' },
    })
  })
})
