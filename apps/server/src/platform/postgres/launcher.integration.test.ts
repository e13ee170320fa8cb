import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, link, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type PoolConfig } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import { systemClock } from '../clock.ts'
import { openDataFolder } from '../data-folder.ts'
import { socketFolder } from '../socket-folder.ts'
import { findBinaries, makeSymlinks } from './binaries.ts'
import { launchPostgres, type LauncherOptions } from './launcher.ts'
import { isAlive } from '../processes/pid-space.ts'
import { readPostmaster } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function folder(prefix = 'binnacle-launcher-', parent = tmpdir()): Promise<string> {
  const made = await mkdtemp(join(parent, prefix))
  folders.push(made)
  return made
}

function launch(dataDirectory: string, options: Partial<LauncherOptions> = {}) {
  return launchPostgres({
    dataDirectory,
    password: 'for tests only',
    clock: systemClock,
    extraSettings: { fsync: 'off' },
    ...options,
  })
}

async function ask(connection: PoolConfig, statement: string): Promise<unknown> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return Object.values(rows[0] ?? {})[0]
}

/** Starts the database in its own process, as the product does, and waits until it is ready. */
async function launchElsewhere(dataDirectory: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../../testing/launch.ts', import.meta.url))
  const child = spawn(process.execPath, [program, dataDirectory], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return child
}

async function postmasterOf(dataDirectory: string): Promise<number> {
  return (await readPostmaster(join(dataDirectory, 'postgres')))?.pid ?? 0
}

describe('the bundled PostgreSQL', () => {
  test('starts on an empty folder, keeps its data over a restart, and listens on a socket only', async () => {
    const data = await folder()
    const first = await launch(data)
    await ask(first.connection, 'create table kept as select 42 as answer')
    expect(await ask(first.connection, 'show listen_addresses')).toBe('')
    expect(first.connection.host).toBe(join(data, 'run'))
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    const second = await launch(data)
    expect(await ask(second.connection, 'select answer from kept')).toBe(42)
    await second.stop()
  })

  test.skipIf(process.platform !== 'linux')('no process of it takes all memory', async () => {
    const server = await launch(await folder())
    const limits = await readFile(`/proc/${server.pid}/limits`, 'utf8')
    expect(limits).toMatch(/^Max address space +1610612736 /m)
    await server.stop()
  })

  test('works in a path with spaces', async () => {
    const server = await launch(await folder('binnacle with spaces '))
    expect(await ask(server.connection, 'select 1')).toBe(1)
    await server.stop()
  })

  test('puts its socket elsewhere where the path of the folder is too long for one', async () => {
    const deep = join(await folder(), 'x'.repeat(120))
    await mkdir(deep)
    const server = await launch(deep)
    const { host } = server.connection
    expect(host?.startsWith(join(tmpdir(), 'binnacle-'))).toBe(true)
    expect(await ask(server.connection, 'select 1')).toBe(1)
    await server.stop()
    await rm(host ?? '', { recursive: true })
  })

  test('uses TCP on loopback with a password where there are no sockets', async () => {
    const server = await launch(await folder(), { tcp: true })
    expect(server.connection).toMatchObject({ host: '127.0.0.1' })
    expect(await ask(server.connection, 'select 1')).toBe(1)
    await expect(ask({ ...server.connection, password: 'wrong' }, 'select 1')).rejects.toThrow(/password/)
    await server.stop()
  })

  test('makes the symlinks that an install script would have made', async () => {
    const { postgres } = await findBinaries()
    // A copy: other tests start these programs at the same time.
    const copy = await folder()
    await cp(join(postgres, '..', '..'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    const library = join(copy, 'native', 'lib')
    const entries = await readdir(library, { withFileTypes: true })
    const links = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(library, entry.name))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) await unlink(link)
    await makeSymlinks(copy)
    expect(links.filter((link) => !existsSync(link))).toEqual([])
  })

  test('a platform without binaries is told what to do', async () => {
    await expect(findBinaries('sunos-sparc')).rejects.toThrow(/set DATABASE_URL and SECRET_KEY/)
  })

  test('files of another version are refused with a sentence', async () => {
    const data = await folder()
    await (await launch(data)).stop()
    const version = join(data, 'postgres', 'PG_VERSION')
    const text = await readFile(version, 'utf8')
    expect(text.trim()).toBe('18')
    await rm(version)
    await expect(launch(data)).rejects.toThrow(/was made by PostgreSQL of an unknown version/)
  })
})

describe('when its parent dies', () => {
  test('by kill -9, the database stops by itself, cleanly', async () => {
    const data = await folder()
    const parent = await launchElsewhere(data)
    const pid = await postmasterOf(data)
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isAlive(pid))
    expect(await readFile(join(data, 'postgres.log'), 'utf8')).not.toMatch(/PANIC|was not properly shut down/)
  })

  test('and its guard with it, the next start stops the orphan and goes on', async () => {
    const data = await folder()
    const parent = await launchElsewhere(data)
    const pid = await postmasterOf(data)
    for (const guard of guardsOf(data)) process.kill(guard, 'SIGKILL')
    parent.kill('SIGKILL')
    await until(() => parent.exitCode !== null || parent.signalCode !== null)
    expect(isAlive(pid)).toBe(true)
    const next = await launch(data)
    // It has ended; its id stays until the process that it fell to has heard of that.
    await until(() => !isAlive(pid))
    expect(await ask(next.connection, 'select 1')).toBe(1)
    await next.stop()
  })

  test('killed itself, it says so to its parent, and the next start waits until it is back', async () => {
    const data = await folder()
    const server = await launch(data)
    process.kill(server.pid, 'SIGKILL')
    expect(typeof (await server.ended)).toBe('string')
    await server.stop()
    const again = await launch(data)
    expect(again.pid).not.toBe(server.pid)
    expect(await ask(again.connection, 'select 1')).toBe(1)
    await again.stop()
  })
})

/** The shells that watch over the database of a folder. */
function guardsOf(data: string): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  return listed
    .split('\n')
    .filter((line) => line.includes('watchdog.sh') && line.includes(data))
    .map((line) => Number(line.trim().split(' ')[0]))
}

const DAEMON = 1

describe.runIf(isRoot)('started by root', () => {
  test('runs in a folder that only root can enter', async () => {
    const closed = await folder('binnacle-closed-')
    await chmod(closed, 0o700)
    const data = join(closed, 'data')
    await mkdir(data)
    const server = await launch(data)
    expect(await ask(server.connection, 'select 1')).toBe(1)
    expect(execFileSync('ps', ['-o', 'uid=', '-p', String(server.pid)], { encoding: 'utf8' }).trim()).toBe(
      '0',
    )
    await server.stop()
  })

  const userOf = (pid: number) =>
    Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }))

  test('runs as its own user where user namespaces are forbidden', async () => {
    const open = await folder('binnacle-open-')
    await chmod(open, 0o755)
    const data = join(open, 'data')
    await mkdir(data, { mode: 0o700 })
    const server = await launch(data, { userNamespaces: false })
    expect(await ask(server.connection, 'select 1')).toBe(1)
    expect(userOf(server.pid)).toBe(DAEMON)
    await server.stop()
    const again = await launch(data)
    expect(userOf(again.pid)).toBe(DAEMON)
    await again.stop()
  })
})

describe('a data folder', () => {
  test('is taken by one copy at a time; the second is told who has it', async () => {
    const path = await folder()
    const first = await openDataFolder(path, 'process 1, http://first')
    await expect(openDataFolder(path, 'second')).rejects.toThrow(
      `The data folder ${path} is in use by another copy of Binnacle (process 1, http://first): stop that one, or set DATA_DIR to another folder.`,
    )
    await first.release()
    const third = await openDataFolder(path, 'third')
    expect(third.secretKey).toBe(first.secretKey)
    await third.release()
  })

  test('is free again after kill -9', async () => {
    const path = await folder()
    const holder = await launchElsewhere(path)
    await expect(openDataFolder(path, 'second')).rejects.toThrow(/is in use/)
    holder.kill('SIGKILL')
    await until(() => holder.signalCode !== null)
    await (await openDataFolder(path, 'second')).release()
  })

  test('goes to exactly one of many that want it at once, also when a dead one left its lock', async () => {
    const path = await folder()
    const holder = await launchElsewhere(path)
    const lockFile = join(await socketFolder(path), 'lock.sock')
    const dead = `${lockFile}.dead`
    await link(lockFile, dead)
    holder.kill('SIGKILL')
    await until(() => holder.signalCode !== null)
    for (let round = 0; round < 20; round += 1) {
      await link(dead, lockFile).catch(() => undefined)
      const tries = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => openDataFolder(path, `copy ${index}`)),
      )
      const opened = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
      expect(opened).toHaveLength(1)
      for (const data of opened) await data.release()
    }
  })

  test('keeps the password of its database whatever becomes of the key', async () => {
    const path = await folder()
    const first = await openDataFolder(path, 'first')
    const server = await launch(path, { tcp: true, password: first.databasePassword })
    await server.stop()
    await first.release()
    await writeFile(join(path, 'secret.key'), 'another key of more than 32 characters')
    const second = await openDataFolder(path, 'second')
    expect(second.secretKey).not.toBe(first.secretKey)
    const again = await launch(path, { tcp: true, password: second.databasePassword })
    expect(await ask(again.connection, 'select 1')).toBe(1)
    await again.stop()
    await second.release()
  })

  test('with a key that cannot be read or is not valid is refused', async () => {
    const path = await folder()
    const first = await openDataFolder(path, 'first')
    await first.release()
    const key = join(path, 'secret.key')
    await writeFile(key, '\n')
    await expect(openDataFolder(path, 'x')).rejects.toThrow(`${key} is empty or cut short: put back`)
    await rm(key)
    await mkdir(key)
    await expect(openDataFolder(path, 'x')).rejects.toThrow(/^The data folder .* cannot be used: EISDIR/)
    await rm(key, { recursive: true })
    // … and it was let go of each time.
    const again = await openDataFolder(path, 'again')
    expect(again.secretKey).not.toBe(first.secretKey)
    await again.release()
  })

  test('that cannot be used is named', async () => {
    await expect(openDataFolder('/dev/null/data', 'x')).rejects.toThrow(
      /^The data folder \/dev\/null\/data cannot be used/,
    )
  })

  test('whose inside cannot be used is named too', async () => {
    const path = await folder()
    await writeFile(join(path, 'run'), '')
    await expect(openDataFolder(path, 'x')).rejects.toThrow(/^The data folder .* cannot be used: EEXIST/)
  })

  test.runIf(isRoot)('of another user is named with a sentence', async () => {
    const path = await folder()
    await (await openDataFolder(path, 'root')).release()
    const module = new URL('../data-folder.ts', import.meta.url).href
    const script = `const { openDataFolder } = await import(${JSON.stringify(module)})
      process.setgid(65534); process.setuid(65534)
      await openDataFolder(${JSON.stringify(path)}, 'x').catch((error) => console.log(error.name, error.message))`
    const args = ['--input-type=module', '--eval', script]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(
      /^StartFailure The data folder .* cannot be used: EACCES: .* Set DATA_DIR to a folder/,
    )
  })
})
