import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Names from the machine's own files: fixed addresses, and how short names are completed. */
export interface HostFiles {
  /** Addresses of a name in the hosts file, in its order. Empty if the name is not there. */
  addressesOf(name: string): Promise<readonly string[]>
  /** The names to resolve, in order, if a person writes `name`. */
  candidates(name: string): Promise<readonly string[]>
}

interface CacheEntry<Value> {
  stamp: string
  value: Value
}

/** Caches a parsed file until it changes. A missing file reads as ''. */
function cachedFile<Value>(path: string, parse: (text: string) => Value): () => Promise<Value> {
  let cached: CacheEntry<Value> | undefined
  return async () => {
    const info = await stat(path).catch(() => undefined)
    const stamp = info === undefined ? 'none' : `${info.mtimeMs}:${info.size}:${info.ino}`
    if (cached?.stamp === stamp) return cached.value
    const text = info === undefined ? '' : await readFile(path, 'utf8').catch(() => '')
    cached = { stamp, value: parse(text) }
    return cached.value
  }
}

/** Parses a hosts file (hosts(5)): address, then names. `#` starts a comment. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const addresses = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (address === undefined || isIP(address) === 0) continue
    for (const name of names) {
      const known = addresses.get(name.toLowerCase()) ?? []
      addresses.set(name.toLowerCase(), [...known, address])
    }
  }
  return addresses
}

export interface SearchRules {
  domains: readonly string[]
  /** A name with at least this many dots is first resolved as written. */
  dots: number
}

/** Parses the search list of a resolver file (resolv.conf(5)). The last `search` or `domain` line counts. */
export function parseSearchRules(text: string): SearchRules {
  let domains: readonly string[] = []
  let dots = 1
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/)
    if (word === 'search' || word === 'domain') domains = rest.filter((domain) => domain !== '.')
    if (word !== 'options') continue
    const option = rest.find((item) => item.startsWith('ndots:'))
    if (option !== undefined) dots = Math.min(15, Number(option.slice(6)) || 1)
  }
  return { domains, dots }
}

/** The names to resolve, in the C library's order. */
export function searchCandidates(name: string, rules: SearchRules): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)]
  const completed = rules.domains.map((domain) => `${name}.${domain.replace(/\.$/, '')}`)
  const dots = name.split('.').length - 1
  return dots >= rules.dots ? [name, ...completed] : [...completed, name]
}

/** The files that the C library's own resolution reads on Linux. */
export function createHostFiles(hostsPath = '/etc/hosts', resolverPath = '/etc/resolv.conf'): HostFiles {
  const hosts = cachedFile(hostsPath, parseHosts)
  const rules = cachedFile(resolverPath, parseSearchRules)
  return {
    async addressesOf(name) {
      const found = (await hosts()).get(name.toLowerCase())
      // RFC 6761: localhost is the machine itself even where no file says so.
      if (found === undefined && /^(.+\.)?localhost$/i.test(name)) return ['127.0.0.1', '::1']
      return found ?? []
    },
    async candidates(name) {
      return searchCandidates(name, await rules())
    },
  }
}
