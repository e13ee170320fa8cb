import { expect, test } from 'vitest'
import { describeEnvironment, readConfiguration } from './configuration.ts'

test('without any variable the product runs on loopback with its own database', () => {
  const read = readConfiguration({})
  expect(read).toMatchObject({
    ok: true,
    value: {
      port: 8080,
      host: '127.0.0.1',
      dataDirectory: './data',
      publicUrl: 'http://127.0.0.1:8080',
      role: 'all',
      execChecks: 'on',
      execMemory: 536_870_912,
      execDisk: 268_435_456,
    },
  })
})

test('everything that is wrong is said at once', () => {
  const read = readConfiguration({
    PORT: '99999',
    HOST: 'not a host',
    DATABASE_URL: 'mysql://x',
    SECRET_KEY: 'short',
    PUBLIC_URL: 'ftp://x',
    ADMIN_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
    EGRESS_DENY: 'everything',
    EXEC_CHECKS: 'maybe',
  })
  expect(read.ok ? [] : read.failure.map((problem) => problem.path).toSorted()).toEqual(
    [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'SECRET_KEY',
      'PUBLIC_URL',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'LOG_LEVEL',
      'EGRESS_DENY',
      'EXEC_CHECKS',
    ].toSorted(),
  )
})

test.each([
  [{ DATABASE_URL: 'postgres://u:p@h/d' }, 'SECRET_KEY'],
  [{ ROLE: 'api' }, 'ROLE'],
  [{ ROLE: 'worker' }, 'ROLE'],
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD'],
  [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL'],
])('%o is refused for %s', (variables, missing) => {
  const read = readConfiguration(variables)
  expect(read.ok ? [] : read.failure.map((problem) => problem.path)).toEqual([missing])
})

test('folders that checks may read are absolute, and by default no folder is open', () => {
  const foldersFor = (variables: Record<string, string>) => {
    const read = readConfiguration(variables)
    return read.ok ? read.value.localFolders : read.failure
  }
  expect(foldersFor({})).toEqual([])
  expect(foldersFor({ LOCAL_FOLDERS: '/var/backups, /srv/results' })).toEqual([
    '/var/backups',
    '/srv/results',
  ])
  for (const wrong of ['backups', '/var/backups,./results', '~/results'])
    expect(foldersFor({ LOCAL_FOLDERS: wrong })).toEqual([
      {
        path: 'LOCAL_FOLDERS',
        message: 'must be a comma-separated list of absolute paths, such as /var/backups,/srv/results',
      },
    ])
})

test('sizes are bytes with units, and the files of a script fit into its memory', () => {
  const sizes = (variables: Record<string, string>) => {
    const read = readConfiguration(variables)
    return read.ok ? [read.value.execMemory, read.value.execDisk] : read.failure
  }
  expect(sizes({ EXEC_MEMORY: '1 GiB', EXEC_DISK: '100MB' })).toEqual([1_073_741_824, 104_857_600])
  expect(sizes({ EXEC_MEMORY: 'much', EXEC_DISK: '10' })).toEqual([
    { path: 'EXEC_MEMORY', message: 'must be a size of at least 16 MiB, such as 512 MiB' },
    { path: 'EXEC_DISK', message: 'must be a size of at least 16 MiB, such as 512 MiB' },
  ])
  expect(sizes({ EXEC_DISK: '1 GiB' })).toEqual([
    {
      path: 'EXEC_DISK',
      message: 'must be less than EXEC_MEMORY (512 MiB), as the files of a script are in memory',
    },
  ])
})

test('an empty variable counts as not set', () => {
  expect(readConfiguration({ PORT: '', DATABASE_URL: '' })).toMatchObject({ ok: true, value: { port: 8080 } })
})

test.each([
  [{ HOST: '0.0.0.0', PORT: '9000' }, 'http://localhost:9000'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ PUBLIC_URL: 'https://ops.example.com/' }, 'https://ops.example.com'],
])('%o is reached at %s', (variables, publicUrl) => {
  expect(readConfiguration(variables)).toMatchObject({ ok: true, value: { publicUrl } })
})

test('every variable is described', () => {
  for (const { name, meaning } of describeEnvironment()) expect(`${name}: ${meaning}`).toMatch(/: .{15,}\.$/)
})
