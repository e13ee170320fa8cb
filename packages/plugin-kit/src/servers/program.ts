import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestServer } from './listen.ts'

/** Servers are often kept where an ordinary user's PATH does not look. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin', '/sbin']

/** The path of a program on this machine, or undefined where it is missing. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...systemFolders]
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Why tests are skipped that need a program of a Debian package; undefined where it is there. */
export function missingProgram(name: string, debianPackage: string): string | undefined {
  return findProgram(name) === undefined ? `${name} is missing (Debian: ${debianPackage})` : undefined
}

/** Ports below those that systems give to outgoing connections and to servers that ask for any. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767] as const

/**
 * A port on loopback that is free. A server program takes it a second later; meanwhile the system gives it to nobody else,
 * as it would a port of its own range.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** Whether a web server answers that it is ready, or that it wants to know who asks. */
export function isReadyAt(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, (response) => {
      response.resume()
      resolve(response.statusCode === 200 || response.statusCode === 401)
    }).on('error', () => resolve(false))
  })
}

export interface ProgramOptions {
  /** Path, or a name that is looked up. */
  file: string
  arguments: readonly string[]
  /** Port on loopback that it takes connections on when it is ready. */
  port: number
  environment?: Readonly<Record<string, string>>
  /** Where readiness is more than a port that takes connections. */
  isReady?: () => Promise<boolean>
}

/** How long a server may take to start on a busy machine. */
export const PROGRAM_START_MILLISECONDS = 60_000

/** A folder for a server's files. @returns its path, and a function that removes it */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'binnacle-server-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

/**
 * Starts a server program and waits until it takes connections.
 * @throws with its output when it ends before that
 */
export async function startProgram(options: ProgramOptions): Promise<TestServer> {
  const child = spawn(findProgram(options.file) ?? options.file, options.arguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group: some servers end by ending their group, which must not be the tests' group.
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...options.environment },
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  let over = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
  }).then(() => {
    over = true
  })
  const signal = (name: NodeJS.Signals) => {
    if (!over && child.pid !== undefined) process.kill(-child.pid, name)
  }
  const kill = () => signal('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    signal('SIGTERM')
    // One that does not end when asked is ended.
    const patience = setTimeout(kill, 5_000)
    await ended
    clearTimeout(patience)
  }
  const giveUp = performance.now() + PROGRAM_START_MILLISECONDS
  const isReady = options.isReady ?? (() => accepts(options.port))
  const isOver = () => over
  try {
    while (!isOver() && performance.now() < giveUp) {
      if (await isReady()) return { port: options.port, stop }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } catch (error) {
    output += String(error)
  }
  await stop()
  throw new Error(`${options.file} did not start: ${output}`)
}

/**
 * Starts a server program with its own folder and port, which go when it stops.
 * @param prepare makes its files, and says how it is started
 */
export async function startInFolder(
  prepare: (place: { folder: string; port: number }) => Promise<Omit<ProgramOptions, 'port'>>,
): Promise<TestServer> {
  const folder = await makeFolder()
  const port = await freePort()
  const server = await startProgram({ ...(await prepare({ folder: folder.path, port })), port })
  return {
    port,
    stop: async () => {
      await server.stop()
      await folder.remove()
    },
  }
}
