import { access, constants, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Egress } from '@binnacle/egress'
import { REPLACED_FOLDERS } from '../../platform/commands/index.ts'
import type { Configuration } from '../../platform/configuration.ts'

/** Source of the built-in canaries. */
export const BUILTIN_SOURCE = 'builtin'

const SCHEDULE = '@every 30s'
/** Longest time to resolve an own name in milliseconds. After it the name counts as reachable. */
const RESOLVE_MILLISECONDS = 2_000

export interface SelfWatchOptions {
  configuration: Pick<Configuration, 'host' | 'port' | 'execChecks'>
  egress: Egress
  dataFolder: string
  platform?: NodeJS.Platform
}

interface BuiltinCanary {
  name: string
  spec: Readonly<Record<string, unknown>>
}

/** The host at which the product reaches itself. */
function ownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Whether the product may connect to its own address. */
async function mayReach(egress: Egress, host: string): Promise<boolean> {
  const addresses = await egress.resolve(host, AbortSignal.timeout(RESOLVE_MILLISECONDS))
  return addresses.ok || addresses.failure.code !== 'denied'
}

/**
 * The highest folder above a path on the same file system. The search goes down from there, because the product may run where
 * folders on the way are covered (platform/starter), while scripts do not.
 */
async function mountPoint(path: string): Promise<string> {
  const { dev } = await stat(path)
  for (const folder of foldersAbove(path)) if ((await stat(folder)).dev === dev) return folder
  return path
}

/** Folders above a path, `/` first. */
function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [] : [...foldersAbove(above), above]
}

/**
 * The file system to watch: the data folder's if a script without rights can see it, otherwise the root. Scripts have
 * their own file systems in place of some, whose size says nothing about the machine.
 */
async function watchedFileSystem(dataFolder: string): Promise<string> {
  const mount = await mountPoint(dataFolder)
  if (REPLACED_FOLDERS.some((folder) => mount === folder || mount.startsWith(`${folder}/`))) return '/'
  const { mode } = await stat(mount)
  await access(mount, constants.X_OK)
  const othersMayEnter = (mode & 0o001) !== 0
  return othersMayEnter ? mount : '/'
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function diskScript(path: string): string {
  return `used=$(df -P ${quoted(path)} | awk 'NR == 2 { print $5 + 0 }')
echo "$used % of ${path.replaceAll(/[^\w./-]/g, '_')} used"
test "$used" -lt 95`
}

const memoryScripts: Partial<Record<NodeJS.Platform, string>> = {
  linux: `free=$(awk '/^MemTotal/ { total = $2 } /^MemAvailable/ { free = $2 } END { print int(100 * free / total) }' /proc/meminfo)
echo "$free % of memory available"
test "$free" -ge 5`,
  darwin: `free=$(memory_pressure -Q | awk '/free percentage/ { print $5 + 0 }')
echo "$free % of memory available"
test "$free" -ge 5`,
}

function itself(base: string): BuiltinCanary {
  return {
    name: 'binnacle',
    spec: {
      schedule: SCHEDULE,
      http: [
        {
          name: 'web server',
          description: 'The product answers',
          url: `${base}/healthz`,
          responseCodes: [200],
        },
        {
          name: 'database',
          description: 'The product can read and write its database',
          url: `${base}/readyz`,
          responseContent: '"status":"ok"',
          icon: 'database',
        },
      ],
    },
  }
}

function localName(port: number) {
  return {
    name: 'local name',
    description: 'localhost leads to this machine',
    endpoint: `localhost:${port}`,
  }
}

async function hostScripts(memory: string, dataFolder: string) {
  return [
    {
      name: 'disk space',
      description: 'The disk of the data has room',
      script: diskScript(await watchedFileSystem(dataFolder)),
      icon: 'hard-drive',
    },
    {
      name: 'memory',
      description: 'The machine has memory left',
      script: memory,
      icon: 'memory-stick',
    },
  ]
}

/**
 * The built-in canaries, which watch the product and its machine. Checks that the settings do not allow are left out.
 */
export async function builtinCanaries(options: SelfWatchOptions): Promise<BuiltinCanary[]> {
  const { configuration, egress, dataFolder, platform = process.platform } = options
  const { host, port, execChecks } = configuration
  const reachable = await mayReach(egress, ownHost(host))
  const memory = memoryScripts[platform]
  const tcp = reachable && ['127.0.0.1', '0.0.0.0', 'localhost'].includes(host) ? [localName(port)] : []
  const exec = execChecks !== 'off' && memory !== undefined ? await hostScripts(memory, dataFolder) : []
  const machine = {
    name: 'host',
    spec: {
      schedule: SCHEDULE,
      ...(tcp.length > 0 ? { tcp } : {}),
      ...(exec.length > 0 ? { exec } : {}),
    },
  }
  return [
    ...(reachable ? [itself(`http://${ownHost(host)}:${port}`)] : []),
    ...(tcp.length + exec.length > 0 ? [machine] : []),
  ]
}
