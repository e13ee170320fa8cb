import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@binnacle/plugin-kit/servers'

/** A running product on its own data folder. */
export interface Product {
  url: string
  /** Folder of its data. */
  data: string
  /** Folder of canary files that it reads, and reads again when they change. */
  canaries: string
  /** Folder of Secrets that its checks may read. */
  secrets: string
  /** What it has written so far, its log included. */
  output(): string
  /** Ends it, and removes its folders. */
  stop(): Promise<void>
  /** Ends it, and leaves its data. */
  halt(): Promise<void>
}

/** The administrator of every product but those that have none yet. */
export const administrator = { email: 'ada@example.com', password: 'analytical engine' }

const program = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
/** Names the data folder that products start with, if one was prepared. */
export const PREPARED_DATA = 'BINNACLE_PREPARED_DATA'
/** Starting takes a few seconds, and many times as long beside other work. */
const START_MILLISECONDS = 90_000

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const giveUp = performance.now() + START_MILLISECONDS
  while (performance.now() < giveUp) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    if (child.exitCode !== null) break
    await sleep(20)
  }
  throw new Error(`the product did not start:\n${output()}`)
}

/** Gives a product that has an administrator what another one stored at its first start, which takes as long as the rest. */
async function giveData(data: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const prepared = process.env[PREPARED_DATA]
  if (prepared === undefined || 'ADMIN_EMAIL' in environment) return
  // Keeps the owner of the files, whom the database runs as.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, data])
}

/** Starts the product as a person would, with the web application that was built. */
export async function startProduct(environment: Readonly<Record<string, string>> = {}): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'binnacle-browser-'))
  const canaries = await mkdtemp(join(tmpdir(), 'binnacle-canaries-'))
  const secrets = await mkdtemp(join(tmpdir(), 'binnacle-secrets-'))
  // Started by root, the product reads them as another user.
  for (const folder of [canaries, secrets]) await chmod(folder, 0o755)
  await giveData(data, environment)
  const port = environment['PORT'] ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [program, '--canaries', canaries], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: tmpdir(),
      DATA_DIR: data,
      PORT: port,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      WATCH_SELF: 'off',
      SECRETS_DIR: secrets,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  const stop = async () => {
    await halt()
    for (const folder of [data, canaries, secrets]) await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(url, child, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, data, canaries, secrets, output: () => output, stop, halt }
}
