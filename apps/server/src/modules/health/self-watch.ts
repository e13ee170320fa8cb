import { access, constants, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Configuration } from '../../platform/configuration.ts'

/** Source of the canaries that the product brings along. */
export const BUILTIN_SOURCE = 'builtin'

export interface SelfWatchOptions {
  configuration: Pick<Configuration, 'host' | 'port' | 'databaseUrl'>
  dataFolder: string
  platform?: NodeJS.Platform
}

interface BuiltinCanary {
  name: string
  spec: Readonly<Record<string, unknown>>
}

/** Where the product reaches itself, whichever interfaces it listens on. */
function ownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIP(host) === 6 ? `[${host}]` : host
}

function databaseCheck({ databaseUrl }: SelfWatchOptions['configuration'], base: string) {
  const external = databaseUrl === undefined ? null : URL.parse(databaseUrl)
  if (external === null || external.hostname === '')
    return {
      http: [
        {
          name: 'database',
          description: 'The product can read and write its database',
          url: `${base}/readyz`,
          responseContent: '"status":"ok"',
          icon: 'database',
        },
      ],
      tcp: [],
    }
  return {
    http: [],
    tcp: [
      {
        name: 'database',
        description: 'The database accepts connections',
        endpoint: `${external.hostname}:${external.port || '5432'}`,
        icon: 'database',
      },
    ],
  }
}

/** The folder at which the file system of a path is mounted. */
async function mountPoint(path: string): Promise<string> {
  const { dev } = await stat(path)
  const above = dirname(path)
  if (above === path || (await stat(above)).dev !== dev) return path
  return mountPoint(above)
}

/** The file system to watch: that of the data, where a script without rights can look at it, else the root. */
async function watchedFileSystem(dataFolder: string): Promise<string> {
  const mount = await mountPoint(dataFolder)
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

/** What the product watches without being told: itself, and the machine that it runs on. */
export async function builtinCanaries(options: SelfWatchOptions): Promise<BuiltinCanary[]> {
  const { configuration, dataFolder, platform = process.platform } = options
  const base = `http://${ownHost(configuration.host)}:${configuration.port}`
  const database = databaseCheck(configuration, base)
  const itself = {
    name: 'binnacle',
    spec: {
      schedule: '@every 30s',
      http: [
        {
          name: 'web server',
          description: 'The product answers',
          url: `${base}/healthz`,
          responseCodes: [200],
        },
        ...database.http,
      ],
      ...(database.tcp.length > 0 ? { tcp: database.tcp } : {}),
    },
  }
  const memory = memoryScripts[platform]
  const scripts =
    memory === undefined
      ? []
      : [
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
  const localName = ['127.0.0.1', '0.0.0.0', 'localhost'].includes(configuration.host)
    ? [
        {
          name: 'local name',
          description: 'localhost leads to this machine',
          endpoint: `localhost:${configuration.port}`,
        },
      ]
    : []
  const host = {
    name: 'host',
    spec: {
      schedule: '@every 30s',
      ...(localName.length > 0 ? { tcp: localName } : {}),
      ...(scripts.length > 0 ? { exec: scripts } : {}),
    },
  }
  return localName.length + scripts.length > 0 ? [itself, host] : [itself]
}
