import { realpathSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandOptions } from '../commands/options.ts'
import type { Configuration } from '../configuration.ts'
import { findBinaries } from '../postgres/binaries.ts'
import { StartFailure } from '../start-failure.ts'
import { type Account, chooseAccount, describeAccount, findAccount, type RunAs } from './account.ts'
import { giveCodeCache, project, rootCodeCache, withStrippedTypes } from './code-cache.ts'
import { giveDataFolder, ownerOf } from './data-folder.ts'
import { SUPERVISED_VARIABLE } from './crash.ts'
import { CHANNEL, CHANNEL_VARIABLE } from './index.ts'
import type { StarterPlan } from './plan.ts'
import { findProductCommand, type ProductCommand } from './product-command.ts'
import { canRead, type NeededFolder, planMounts } from './reach.ts'
import { trustEnvironment } from './trusted-path.ts'

/**
 * Makes glibc return freed memory at once. Otherwise it raises these limits while modules load, and keeps what the start
 * needed: measured idle, 96 MiB instead of 87 for the product and 22 instead of 20 for the starter.
 */
const allocator = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

export interface ProductStart {
  configuration: Configuration
  /** Arguments on the command line. */
  words: readonly string[]
  /** Whether it runs until it is told to stop, and so is started again when it crashes. */
  restarts: boolean
  /** Whether the product runs checks, and so commands. */
  runsChecks: boolean
  /** Whether the product uses the data folder. If so, it is created and given to the product's user. */
  usesDataFolder: boolean
  /** Settings and arguments that name files and folders which the product reads, with their paths. */
  read: readonly { name: string; path: string }[]
}

const program = fileURLToPath(new URL('../../main.ts', import.meta.url))
const starter = fileURLToPath(new URL('starter.ts', import.meta.url))
const supervise = fileURLToPath(new URL('supervise.sh', import.meta.url))

/** Whether this process runs as root on Linux, and so must not do the product's work. */
export function isRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/**
 * Verifies that a process without root's rights already runs as the user of RUN_AS.
 * @throws StartFailure if RUN_AS names another user
 */
export function verifyUser(runAs: RunAs): void {
  if (process.getuid === undefined) throw new StartFailure('RUN_AS works on Linux only: leave it out.')
  const account = findAccount(runAs)
  if (account.uid !== process.getuid())
    throw new StartFailure(
      `RUN_AS names the user ${describeAccount(account)}, but only root can start Binnacle as another user: leave RUN_AS out, or start as that user.`,
    )
}

/** Verifies before anything starts that the product's user can read all needed files, and names those it cannot. */
function verifyReadable(account: Account, { read }: ProductStart, shown: readonly string[]): void {
  for (const { name, path } of read)
    if (!canRead(account, path, shown))
      throw new StartFailure(
        `${path} (${name}) cannot be read by the user ${describeAccount(account)}, which Binnacle runs as: change its owner or mode, move it to a folder that this user can enter, or set RUN_AS to a user that can read it.`,
      )
}

/** Does the part of the preparation that needs root's rights. */
async function prepare(
  start: ProductStart,
): Promise<{ account: Account; folders: NeededFolder[]; cache?: string }> {
  const { configuration } = start
  const dataFolder = resolve(configuration.dataDirectory)
  const bundled = configuration.databaseUrl === undefined
  const usesFolder = start.usesDataFolder && bundled
  const account = chooseAccount(configuration.runAs, bundled ? ownerOf(dataFolder) : undefined)
  if (usesFolder) {
    const { postgres } = await findBinaries()
    verifyName(account, dataFolder)
    giveDataFolder(dataFolder, account)
    if (!canRead(account, postgres, [project])) throw unreadableProgram(account, postgres)
  }
  const cache = giveCodeCache(account)
  const folders: NeededFolder[] = [
    { path: project, readOnly: true },
    ...(process.execPath.startsWith(`${project}/`)
      ? []
      : [{ path: dirname(process.execPath), readOnly: true }]),
    ...(usesFolder ? [{ path: dataFolder, readOnly: false }] : []),
    ...(cache === undefined ? [] : [{ path: cache, readOnly: false }]),
  ]
  return { account, folders, ...(cache === undefined ? {} : { cache }) }
}

function verifyName(account: Account, dataFolder: string): void {
  if (account.name !== undefined || ownerOf(join(dataFolder, 'postgres')) !== undefined) return
  throw new StartFailure(
    `The user ${account.uid} has no name on this machine, and PostgreSQL needs one: set RUN_AS to a user with a name.`,
  )
}

function unreadableProgram(account: Account, path: string): StartFailure {
  return new StartFailure(
    `${path} cannot be read by the user ${describeAccount(account)}, which Binnacle runs as: make ${project} readable for that user (chmod -R go+rX ${project}), or set RUN_AS to a user that can read it.`,
  )
}

/**
 * Continues without root's rights. This process becomes the product under another user, or, if the product runs
 * commands of checks, its starter.
 * @returns never, unless it fails
 * @throws StartFailure with a sentence for the person who starts the product
 */
export async function leaveRoot(start: ProductStart): Promise<never> {
  trustEnvironment()
  const { configuration } = start
  const { account, folders, cache } = await prepare(start)
  const mounts = planMounts(account, folders)
  const shown = folders.map((folder) => realpathSync(folder.path))
  for (const path of [program, process.execPath, join(project, 'node_modules')])
    if (!canRead(account, path, shown)) throw unreadableProgram(account, path)
  verifyReadable(account, start, shown)
  const { execChecks, execMemory: memoryBytes, execDisk: diskBytes } = configuration
  const needsStarter = start.runsChecks && execChecks !== 'off'
  const command = findProductCommand({
    account,
    mounts,
    lowPort: configuration.port < 1_024,
    endsWithParent: needsStarter,
    program,
  })
  const code = withStrippedTypes(cache)
  const product = [process.execPath, ...process.execArgv, ...code.options, program, ...start.words]
  const environment = {
    HOME: account.home,
    ...(account.name === undefined ? {} : { USER: account.name, LOGNAME: account.name }),
    RUN_AS: '',
    ...code.environment,
  }
  if (execChecks === 'off' || !needsStarter)
    return becomeProduct(command, start.restarts ? supervised(product) : product, environment)
  const { hidden = [] } = commandOptions(configuration)
  const commands = { execChecks, memoryBytes, diskBytes, hidden: [...hidden] }
  return becomeStarter(command, product, environment, { commands, restarts: start.restarts })
}

/** The command that starts a program again when it crashes. */
function supervised(command: readonly string[]): string[] {
  return ['sh', supervise, ...command]
}

/**
 * Continues under a shell that starts the product again when it crashes, on Linux, unless there is one or a starter. On
 * other systems, and where this process cannot be replaced, it returns.
 */
export function continueSupervised(words: readonly string[]): void {
  if (process.platform !== 'linux' || process.execve === undefined) return
  if (process.env[SUPERVISED_VARIABLE] !== undefined || process.env[CHANNEL_VARIABLE] !== undefined) return
  become(supervised([process.execPath, ...process.execArgv, program, ...words]), process.env)
}

function becomeStarter(
  { prefix, user }: ProductCommand,
  product: readonly string[],
  environment: Readonly<Record<string, string>>,
  options: Pick<StarterPlan, 'commands' | 'restarts'>,
): never {
  const plan: StarterPlan = {
    ...options,
    command: [...prefix, ...product],
    environment: { ...environment, [CHANNEL_VARIABLE]: String(CHANNEL) },
    ...(user === undefined ? {} : { user }),
  }
  const code = withStrippedTypes(rootCodeCache())
  // The starter has little to do, so its memory may be collected often.
  const nodeOptions = [...process.execArgv, ...code.options, '--max-semi-space-size=1']
  return become([process.execPath, ...nodeOptions, starter, JSON.stringify(plan)], {
    ...process.env,
    ...code.environment,
  })
}

function becomeProduct(
  { prefix, user }: ProductCommand,
  product: readonly string[],
  environment: Readonly<Record<string, string>>,
): never {
  if (user !== undefined) {
    process.setgroups?.([])
    process.setgid?.(user.gid)
    process.setuid?.(user.uid)
  }
  return become([...prefix, ...product], { ...process.env, ...environment })
}

/** Replaces this process by a command. Its memory and rights end. */
function become(command: readonly string[], environment: NodeJS.ProcessEnv): never {
  if (process.execve === undefined)
    throw new StartFailure('Binnacle needs Node.js 24.11 or newer to start as root.')
  // Node does this only when a process exits.
  flushCompileCache()
  // Node warns that `execve` is experimental.
  process.removeAllListeners('warning')
  // The shell looks the program up on PATH.
  process.execve('/bin/sh', ['sh', '-c', 'exec "$@"', 'sh', ...command], { ...allocator, ...environment })
  throw new Error('the process could not be replaced')
}
