import { readdir, readFile, statfs } from 'node:fs/promises'
import { cpus, hostname, networkInterfaces, release, totalmem, type, arch } from 'node:os'
import type { ScrapedItem } from '@binnacle/plugin-kit/scrapers'

/** Type and id of the machine, which contains what it has. */
export const HOST_TYPE = 'Host::Machine'

/** File systems that hold no files of people. */
const virtual = new Set([
  'autofs',
  'binfmt_misc',
  'bpf',
  'cgroup',
  'cgroup2',
  'configfs',
  'debugfs',
  'devpts',
  'devtmpfs',
  'efivarfs',
  'fusectl',
  'hugetlbfs',
  'mqueue',
  'nsfs',
  'proc',
  'pstore',
  'ramfs',
  'rpc_pipefs',
  'securityfs',
  'sysfs',
  'tracefs',
])
/** Most items of each kind: a machine with more has something else than mounts and services. */
const MOST = 500

/** What cannot be read is left out: the product may run where it sees little. */
async function readable(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

function osRelease(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, key, value] = /^([A-Z_]+)="?([^"]*)"?$/.exec(line) ?? []
      return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value]]
    }),
  )
}

/** The name under which items of this machine know it. */
export function hostId(): string {
  return `host/${hostname()}`
}

const parents = () => [{ externalId: hostId(), type: HOST_TYPE }]

async function machine(): Promise<ScrapedItem> {
  const [processor] = cpus()
  const release_ = osRelease((await readable('/etc/os-release')) ?? '')
  return {
    kind: 'item',
    type: HOST_TYPE,
    class: 'Host',
    externalId: hostId(),
    name: hostname(),
    status: 'Running',
    health: 'healthy',
    ready: true,
    icon: 'server',
    config: {
      hostname: hostname(),
      system: type(),
      kernel: release(),
      architecture: arch(),
      distribution: release_['pretty_name'] ?? null,
      processors: cpus().length,
      processor: processor?.model ?? null,
      memoryBytes: totalmem(),
    },
  }
}

/** Places of /proc/mounts write blanks as octal numbers. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}

async function mounts(): Promise<ScrapedItem[]> {
  const table = (await readable('/proc/mounts')) ?? ''
  const rows = table
    .split('\n')
    .map((line) => line.split(' ').map(unescaped))
    .filter(
      ([device, path, system]) => device !== undefined && path !== undefined && !virtual.has(system ?? ''),
    )
    .slice(0, MOST)
  const items = await Promise.all(
    rows.map(async ([device = '', path = '', system = '', options = '']): Promise<ScrapedItem[]> => {
      const size = await statfs(path).catch(() => undefined)
      if (size === undefined || size.blocks === 0) return []
      return [
        {
          kind: 'item',
          type: 'Host::Mount',
          class: 'Mount',
          externalId: `${hostId()}/mount${path}`,
          name: path,
          icon: 'hard-drive',
          parents: parents(),
          config: {
            path,
            device,
            fileSystem: system,
            options: options.split(',').toSorted(),
            sizeBytes: size.blocks * size.bsize,
          },
        },
      ]
    }),
  )
  // A path that is mounted twice shows only the later one.
  return [...new Map(items.flat().map((item) => [item.externalId, item])).values()]
}

function interfaces(): ScrapedItem[] {
  return Object.entries(networkInterfaces())
    .slice(0, MOST)
    .map(([name, addresses = []]) => ({
      kind: 'item',
      type: 'Host::Interface',
      class: 'Interface',
      externalId: `${hostId()}/interface/${name}`,
      name,
      icon: 'network',
      parents: parents(),
      config: {
        name,
        mac: addresses[0]?.mac ?? null,
        internal: addresses[0]?.internal ?? false,
        addresses: addresses.map(({ cidr, address, family }) => ({ address: cidr ?? address, family })),
      },
    }))
}

/** Services that systemd runs, by their control groups. None where it does not run. */
async function services(): Promise<ScrapedItem[]> {
  const names = await readdir('/sys/fs/cgroup/system.slice').catch((): string[] => [])
  return names
    .filter((name) => name.endsWith('.service'))
    .toSorted()
    .slice(0, MOST)
    .map((name) => ({
      kind: 'item',
      type: 'Host::Service',
      class: 'Service',
      externalId: `${hostId()}/service/${name}`,
      name: name.replace(/\.service$/, ''),
      status: 'Running',
      health: 'healthy',
      ready: true,
      icon: 'cog',
      parents: parents(),
      config: { unit: name, manager: 'systemd' },
    }))
}

/** The parts of the machine on which the product runs, as far as it can see. */
export async function* scrapeHost(): AsyncGenerator<ScrapedItem> {
  yield await machine()
  yield* await mounts()
  yield* interfaces()
  yield* await services()
}
