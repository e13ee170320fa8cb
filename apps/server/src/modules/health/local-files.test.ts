// What an editor of checks may try on the files of the machine, with the product's own reader.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { scrypt } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CheckOutcome } from '@binnacle/plugin-kit/core'
import { contextForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFileProcesses, createLocalFiles } from '../../platform/files/index.ts'
import { type CheckTypes, loadCheckTypes } from './canary-spec/check-types.ts'

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const SECRET = 'the key of the product'
const GOOD = '<testsuite name="good"><testcase name="a"/></testsuite>'

let base: string
let types: CheckTypes
const at = (...names: string[]) => join(base, ...names)
const processes = createFileProcesses()

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'local-files-'))
  types = await loadCheckTypes()
  await mkdir(at('outside/deep'), { recursive: true })
  await mkdir(at('allowed-too'))
  await mkdir(at('allowed'))
  await writeFile(at('outside/x.xml'), SECRET)
  await writeFile(at('outside/deep/x.xml'), SECRET)
  await writeFile(at('allowed-too/x.xml'), SECRET)
  const folder = await make('path')
  await symlink(at('outside'), join(folder, 'absolute'))
  await symlink('../../outside', join(folder, 'relative'))
  await symlink(at('nowhere'), join(folder, 'nowhere'))
  await symlink('/proc/self', join(folder, 'proc'))
  await symlink('/proc/1/root', join(folder, 'root'))
  await symlink('inside', at('allowed/link'))
  await symlink(await make('inside', true), at('allowed/absolute-link'))
  await symlink(at('allowed'), at('allowed-link'))
  await make('data', true)
  await symlink('data', at('allowed/data-link'))
})
afterAll(async () => {
  await processes.close()
  await rm(base, { recursive: true, force: true })
})

/** Makes a folder in the allowed one. */
async function make(name: string, good = false): Promise<string> {
  await mkdir(at('allowed', name), { recursive: true })
  if (good) await writeFile(at('allowed', name, 'good.xml'), GOOD)
  return at('allowed', name)
}

interface LookOptions {
  folders?: readonly string[]
  forbidden?: readonly string[]
  timeoutMilliseconds?: number
}

async function look(
  type: 'folder' | 'junit',
  path: string,
  { folders = [at('allowed')], forbidden = [], timeoutMilliseconds = 60_000 }: LookOptions = {},
): Promise<CheckOutcome> {
  const plugin = types.get(type)
  if (plugin === undefined) throw new Error(`there is no check type ${type}`)
  const spec = type === 'folder' ? { path, recursive: true } : { testResults: path }
  return plugin.run(
    plugin.definition.schema.parse({ name: 'x', ...spec }),
    contextForTest({ timeoutMilliseconds, files: createLocalFiles({ folders, forbidden }, processes) }),
  )
}

/** Names of the files that a folder check found. */
async function namesIn(path: string, options?: LookOptions): Promise<unknown> {
  const results = (await look('folder', path, options)).details?.['results']
  return Object(results)
    .files?.map((file: { name: string }) => file.name)
    .toSorted()
}

describe.each(['folder', 'junit'] as const)('a %s check', (type) => {
  test('reads nothing by default, and says what an operator can set', async () => {
    const error =
      'reading folders of this machine is not allowed; an operator can allow it with LOCAL_FOLDERS'
    for (const path of [at('allowed'), at('nowhere'), '/etc', '/'])
      expect(await look(type, path, { folders: [] })).toMatchObject({ state: 'unknown', error })
  })

  test('learns nothing about places outside, not even whether they exist', async () => {
    const paths = [
      at('outside'),
      at('outside/x.xml'),
      at('nowhere'),
      at('allowed-too'),
      at('allowed/../outside'),
      at('allowed/nowhere/../../outside'),
      base,
      '/etc/shadow',
      '/proc/self',
      '/proc/1/root',
      '/root',
      '/',
    ]
    for (const path of paths) {
      const { state, error, details } = await look(type, path)
      expect({ path, state, error, details }).toEqual({
        path,
        state: 'unknown',
        error: `${path} is not in a folder that LOCAL_FOLDERS allows`,
        details: type === 'junit' ? {} : undefined,
      })
    }
  })

  test('is not led out by a folder in its path that is a link', async () => {
    const folder = at('allowed/path')
    for (const name of [
      'absolute',
      'absolute/deep',
      'relative',
      'relative/deep',
      'nowhere',
      'proc',
      'proc/cwd',
      'root',
    ]) {
      const path = join(folder, name)
      expect(await look(type, path)).toMatchObject({
        state: 'unknown',
        error: `${path}: a link leads out of the folder that LOCAL_FOLDERS allows`,
      })
    }
  })

  test('follows a folder that is a link to a place inside, and an allowed folder that is a link', async () => {
    for (const path of [at('allowed/link'), at('allowed/absolute-link'), at('allowed/inside/../inside')])
      expect(await look(type, path)).toMatchObject({ state: 'healthy' })
    const folders = [at('allowed-link')]
    for (const name of ['inside', 'link', 'absolute-link'])
      expect(await look(type, at('allowed-link', name), { folders })).toMatchObject({ state: 'healthy' })
  })

  test('never reads the data folder or files of the kernel, even inside an allowed folder', async () => {
    const data = at('allowed/data')
    for (const path of [data, at('allowed/data-link')])
      expect(await look(type, path, { forbidden: [data] })).toMatchObject({
        state: 'unknown',
        error: `${path}: the data folder of the product is never read`,
      })
    if (!isLinux) return
    for (const path of ['/proc', '/proc/self', '/proc/self/task', '/proc/1/root', '/sys/kernel'])
      expect((await look(type, path, { folders: ['/'] })).error).toBe(
        `${path}: files of /proc, /sys and other file systems of the kernel are not read`,
      )
  })
})

test('a folder inside an allowed one that may not be read is left out of a search', async () => {
  const data = await make('search/data', true)
  await make('search/other', true)
  expect(await namesIn(at('allowed/search'), { forbidden: [data] })).toEqual(['other/good.xml'])
})

describe('what is no regular file', () => {
  let folder: string
  const server = createServer()
  beforeAll(async () => {
    folder = await make('special', true)
    await symlink('/etc/shadow', join(folder, 'shadow.xml'))
    await symlink('/etc/passwd', join(folder, 'passwd.xml'))
    await symlink(at('outside/x.xml'), join(folder, 'outside.xml'))
    await symlink('../../outside/x.xml', join(folder, 'relative.xml'))
    await symlink('/proc/self/environ', join(folder, 'environ.xml'))
    await symlink('/dev/zero', join(folder, 'zero.xml'))
    await symlink('loop.xml', join(folder, 'loop.xml'))
    await symlink('gone', join(folder, 'gone.xml'))
    await symlink('good.xml', join(folder, 'same.xml'))
    await symlink('.', join(folder, 'circle'))
    await mkdir(join(folder, 'folder.xml'))
    execFileSync('mkfifo', [join(folder, 'pipe.xml')])
    if (isRoot) execFileSync('mknod', [join(folder, 'device.xml'), 'c', '1', '5'])
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket.xml'), resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('is neither counted nor read', async () => {
    expect(await namesIn(folder)).toEqual(['good.xml', 'same.xml'])
    const outcome = await look('junit', folder)
    expect(outcome).toMatchObject({ state: 'healthy', message: '2 of 2 tests passed' })
  })

  test.each([
    ['pipe.xml', 'not-a-file'],
    ['socket.xml', 'not-a-file'],
    ['folder.xml', 'not-a-file'],
    ...(isRoot ? [['device.xml', 'not-a-file'] as const] : []),
    ['shadow.xml', 'not-allowed'],
    ['outside.xml', 'not-allowed'],
    ['relative.xml', 'not-allowed'],
    ['environ.xml', 'not-allowed'],
    ['zero.xml', 'not-allowed'],
    ['loop.xml', 'circle'],
    ['gone.xml', 'missing'],
    ['good.xml/x.xml', 'missing'],
    ['a\0b.xml', 'missing'],
    [`${'x'.repeat(300)}.xml`, 'failed'],
  ] as const)('is refused when it is named: %j', async (name, code) => {
    const files = createLocalFiles({ folders: [at('allowed')], forbidden: [] }, processes)
    const { signal } = new AbortController()
    const read = await files.read(join(folder, name), { maxBytes: 1_000, signal })
    expect(read.ok ? 'read' : read.failure.code).toBe(code)
  })
})

test('a large folder is listed whole, up to what the caller takes; so is a file', async () => {
  const folder = await make('large')
  await Promise.all(Array.from({ length: 450 }, (_, index) => writeFile(join(folder, `${index}.gz`), 'x')))
  await writeFile(join(folder, 'long.xml'), 'x'.repeat(3_000_000))
  const files = createLocalFiles({ folders: [at('allowed')], forbidden: [] }, processes)
  const { signal } = new AbortController()
  const listed = await files.list(folder, { most: 451, signal })
  expect(listed.ok ? new Set(listed.value.map(({ name }) => name)).size : listed.failure).toBe(451)
  expect(await files.list(folder, { most: 450, signal })).toMatchObject({ failure: { code: 'too-many' } })
  const path = join(folder, 'long.xml')
  const read = await files.read(path, { maxBytes: 3_000_000, signal })
  expect(read.ok ? read.value.length : read.failure).toBe(3_000_000)
  const refused = await files.read(path, { maxBytes: 2_999_999, signal })
  expect(refused).toMatchObject({ failure: { code: 'too-large' } })
})

test('pipes stop neither the check nor what else the product does', async () => {
  const folder = await make('pipes')
  for (let count = 0; count < 4; count += 1) execFileSync('mkfifo', [join(folder, `${count}.xml`)])
  const runs = Array.from({ length: 12 }, () => look('junit', folder))
  // Sign-in needs the threads that reading files by Node's own means would hold.
  const hash = await promisify(scrypt)('password', 'salt', 32)
  expect(hash).toHaveLength(32)
  expect(await readFile(at('outside/x.xml'), 'utf8')).toBe(SECRET)
  for (const outcome of await Promise.all(runs))
    expect(outcome).toMatchObject({ state: 'unhealthy', error: `there is no .xml file in ${folder}` })
})

describe.runIf(isLinux)('a swap while a check reads', () => {
  let swapper: ChildProcess | undefined
  afterAll(() => swapper?.kill('SIGKILL'))

  /** Exchanges two names for each other without end; each is there at every instant (renameat2, RENAME_EXCHANGE). */
  function exchange(one: string, other: string): void {
    swapper?.kill('SIGKILL')
    const script = `import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
one, other = [path.encode() for path in sys.argv[1:]]
for _ in range(50_000_000):
    libc.renameat2(-100, one, -100, other, 2)`
    swapper = spawn('python3', ['-c', script, one, other], { stdio: 'ignore' })
  }

  /** Looks until both states of the watched name were met, and then often. */
  async function lookOften(type: 'folder' | 'junit', path: string, watched: string) {
    const met = new Set<boolean>()
    while (met.size < 2) {
      met.add(lstatSync(watched).isSymbolicLink())
      await look(type, path)
    }
    const outcomes: CheckOutcome[] = []
    for (let count = 0; count < 300; count += 1) outcomes.push(await look(type, path))
    return outcomes
  }

  const hasPython = (() => {
    try {
      execFileSync('python3', ['-c', 'import ctypes'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })()

  test.runIf(hasPython)(
    'of a file for a link that leads out gives nothing away',
    { timeout: 60_000 },
    async () => {
      const folder = await make('swap-file', true)
      await symlink(at('outside/x.xml'), at('allowed/link-to-file'))
      exchange(join(folder, 'good.xml'), at('allowed/link-to-file'))
      const outcomes = await lookOften('junit', folder, join(folder, 'good.xml'))
      expect(JSON.stringify(outcomes)).not.toContain(SECRET)
      expect(new Set(outcomes.map(({ state }) => state))).toContain('healthy')
    },
  )

  test.runIf(hasPython)(
    'of a folder for a link that leads out gives nothing away',
    { timeout: 60_000 },
    async () => {
      const folder = await make('swap-folder/sub/deep', true)
      await writeFile(join(folder, 'x.xml'), GOOD)
      await symlink(at('outside'), at('allowed/link-to-folder'))
      const middle = at('allowed/swap-folder/sub')
      exchange(middle, at('allowed/link-to-folder'))
      const read = await lookOften('junit', folder, middle)
      expect(JSON.stringify(read)).not.toContain(SECRET)
      const listed = await lookOften('folder', folder, middle)
      for (const { details } of listed) {
        const count = Object(details?.['results']).count
        // Both files inside, or nothing: the folder outside has one.
        expect([undefined, 0, 2]).toContain(count)
      }
    },
  )
})

test('an address of a server that names a file or socket of this machine reaches neither', async () => {
  const trap = at('trap.sock')
  let reached = 0
  const server = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(trap, resolve))
  const pipe = at('certificate.pem')
  execFileSync('mkfifo', [pipe])
  const socket = encodeURIComponent(trap)
  const specs: readonly (readonly [string, Record<string, unknown>])[] = [
    ['postgres', { url: `postgres://${socket}/x` }],
    ['postgres', { url: `host=${base} dbname=x` }],
    ['postgres', { url: `postgres://127.0.0.1:1/x?host=${trap}&sslmode=verify-full&sslrootcert=${pipe}` }],
    ['mysql', { url: `mysql://127.0.0.1:1/x?socketPath=${trap}` }],
    ['mysql', { url: `me:pw@unix(${trap})/x` }],
    ['mongodb', { url: `mongodb://${socket}/x` }],
    ['mongodb', { url: `mongodb://127.0.0.1:1/?tls=true&tlsCAFile=${pipe}&tlsCertificateKeyFile=${pipe}` }],
    ['redis', { url: `unix://${trap}` }],
    ['redis', { addr: trap }],
    ['tcp', { endpoint: trap }],
    ['http', { url: `http://unix:${trap}:/` }],
    ['http', { url: `file://${pipe}` }],
    ['ldap', { url: `ldapi://${socket}` }],
    ['dns', { server: trap, query: 'a.test' }],
    ['icmp', { endpoint: trap }],
    ['elasticsearch', { url: `http+unix://${socket}/`, index: 'x', query: '{}', results: 1 }],
    ['folder', { path: `smb://${socket}/share` }],
    ['folder', { path: '/x', sftpConnection: { host: trap, username: 'me', password: 'x' } }],
  ]
  const states = await Promise.all(
    specs.map(async ([type, spec]) => {
      const plugin = types.get(type)
      const parsed = plugin?.definition.schema.safeParse({ name: 'x', ...spec })
      if (plugin === undefined || parsed?.success !== true) return 'refused'
      return (await plugin.run(parsed.data, contextForTest({ timeoutMilliseconds: 3_000 }))).state
    }),
  )
  expect(states).not.toContain('healthy')
  expect(reached).toBe(0)
  await new Promise((resolve) => server.close(resolve))
  expect(await promisify(scrypt)('password', 'salt', 32)).toHaveLength(32)
})
