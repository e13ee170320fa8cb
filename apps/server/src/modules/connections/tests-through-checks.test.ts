import { bucket, keys, startStore } from '@binnacle/clients/object-storage/testing/s3'
import { missingSmb, smbUser, startSmb } from '@binnacle/checks/folder/targets'
import { missing as missingPrometheus, startPrometheus } from '@binnacle/checks/prometheus/targets'
import type { CheckOutcome } from '@binnacle/plugin-kit/core'
import { makeFolder, missingSsh, startSshServer } from '@binnacle/plugin-kit/servers'
import { type RunForTestOptions, testConnectionForTest } from '@binnacle/plugin-kit/testing'
import { describe, expect, test } from 'vitest'
import { createCommandRunner } from '../../platform/commands/index.ts'
import { loadConnectionTypes } from './types.ts'

const types = await loadConnectionTypes()
const commands = createCommandRunner()

function open(
  type: string,
  form: Record<string, unknown>,
  options: RunForTestOptions = {},
): Promise<CheckOutcome> {
  const found = types.get(type)
  if (found?.test === undefined) throw new Error(`connections of the type ${type} cannot be tested`)
  return testConnectionForTest(found.definition, found.test, form, options)
}

test('every connection type that a check tests is there, and folders have tests of the others only', () => {
  const testable = [...types].flatMap(([type, found]) => (found.test === undefined ? [] : [type]))
  expect(testable).toEqual(
    expect.arrayContaining([
      'postgres',
      'mysql',
      'sql_server',
      'mongo',
      'redis',
      'ldap',
      'http',
      'prometheus',
    ]),
  )
})

describe('a test through a check, with a server', () => {
  test.skipIf(missingSsh !== undefined)('SFTP with a key', async () => {
    const server = await startSshServer()
    const form = { host: '127.0.0.1', username: server.username, port: server.port }
    expect(
      await open('sftp', { ...form, private_key: server.privateKey, host_key: server.hostKey }),
    ).toMatchObject({ state: 'healthy' })
    expect(await open('sftp', { ...form, password: 'wrong' })).toMatchObject({ state: 'unhealthy' })
    await server.stop()
  })

  test.skipIf(missingPrometheus !== undefined)('Prometheus, with a password', async () => {
    // The hash of "test" that Prometheus' guide to basic authentication gives.
    const server = await startPrometheus(
      'basic_auth_users:\n  admin: $2b$12$hNf2lSsxfm0.i4a.1kVpSOVyBCfIB51VRjgBUyv6kdnyTlgWj81Ay\n',
    )
    const form = { url: `http://127.0.0.1:${server.port}` }
    const account = { ...form, username: 'admin' }
    expect(await open('prometheus', { ...account, password: 'test' })).toMatchObject({
      state: 'healthy',
    })
    for (const refused of [form, { ...account, password: 'wrong' }])
      expect(await open('prometheus', refused)).toMatchObject({
        state: 'unhealthy',
        error: expect.stringContaining('401'),
      })
    await server.stop()
    expect(await open('prometheus', form)).toMatchObject({ state: 'unhealthy' })
  })

  test('S3 with keys, in the style of MinIO', async () => {
    const store = await startStore()
    const form = {
      endpoint: `http://127.0.0.1:${store.port}`,
      bucket,
      path_style: true,
      region: 'eu-west-1',
      access_key: keys.accessKey,
      secret_key: keys.secretKey.value,
    }
    expect(await open('s3', form)).toMatchObject({ state: 'healthy' })
    expect(await open('s3', { ...form, secret_key: 'wrong' })).toMatchObject({ state: 'unhealthy' })
    expect(await open('s3', { ...form, bucket: 'none' })).toMatchObject({ state: 'unhealthy' })
    await store.stop()
  })

  test.skipIf(missingSmb !== undefined)('SMB with a password', async () => {
    const folder = await makeFolder()
    const server = await startSmb(folder.path)
    const form = { server: '127.0.0.1', port: server.port, share: 'backups', ...smbUser }
    expect(await open('smb', form, { commands })).toMatchObject({ state: 'healthy' })
    for (const wrong of [{ password: 'wrong' }, { share: 'none' }])
      expect(await open('smb', { ...form, ...wrong }, { commands })).toMatchObject({ state: 'unhealthy' })
    await server.stop()
    await folder.remove()
  })
})
