import {
  decodePart,
  type HostAndPort,
  readHostAndPort,
  type ReadServers,
  writeServer,
} from '@binnacle/plugin-kit/core'

/** The parsed address of a repository. */
export type GitAddress =
  | { kind: 'web'; url: URL }
  | ({ kind: 'ssh'; username: string | undefined; path: string } & HostAndPort)

const SSH_PORT = 22

/** user@host:path, as git and ssh write it. */
const shortForm = /^(?:([^@/\s:]+)@)([^/\s:[\]]+):(?!\/\/)(\S+)$/

function sshAddress(user: string, host: string, port: string, path: string): GitAddress | undefined {
  const place = readHostAndPort(port === '' ? host : `${host}:${port}`, SSH_PORT)
  // The program on the server would read a value that starts with a dash as an option.
  if (place === undefined || path === '' || path.startsWith('-') || /\p{Cc}/u.test(path)) return undefined
  return { kind: 'ssh', ...place, username: user === '' ? undefined : user, path }
}

/**
 * Parses the address of a repository: http, https, ssh://user@host:port/path, user@host:path, or host/path, which
 * means https. Refuses local paths and the other protocols of git.
 * @returns undefined if refused
 */
export function readGitAddress(written: string): GitAddress | undefined {
  const text = written.trim()
  const short = shortForm.exec(text)
  if (short !== null) return sshAddress(short[1] ?? '', short[2] ?? '', '', short[3] ?? '')
  const isBare = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/\S/i.test(text)
  const url = URL.parse(isBare ? `https://${text}` : text)
  if (url === null || url.hostname === '') return undefined
  if (url.protocol === 'ssh:')
    return sshAddress(decodePart(url.username), url.hostname, url.port, decodePart(url.pathname))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  url.hash = ''
  url.search = ''
  return { kind: 'web', url }
}

/** Parses the query of an address as canary-checker does: ?ref=branch&depth=1. */
export function readGitOptions(written: string): { branch?: string; depth?: number } {
  const query = URL.parse(written)?.searchParams
  const branch = query?.get('ref') ?? undefined
  const depth = Number(query?.get('depth') ?? Number.NaN)
  return {
    ...(branch === undefined || branch === '' ? {} : { branch }),
    ...(Number.isInteger(depth) && depth > 0 ? { depth } : {}),
  }
}

/** The server of a repository, for the binding of a connection's secrets. */
export const gitServers: ReadServers = (text) => {
  const address = readGitAddress(text)
  if (address === undefined) return undefined
  if (address.kind === 'ssh') return [writeServer('ssh', address.host, address.port)]
  const { protocol, hostname, port } = address.url
  const scheme = protocol.slice(0, -1)
  return [writeServer(scheme, hostname, Number(port) || (scheme === 'https' ? 443 : 80))]
}

/** An address for people, without user and password. */
export function showGitAddress(address: GitAddress): string {
  if (address.kind === 'ssh')
    return `ssh://${address.host}:${address.port}/${address.path.replace(/^\//, '')}`
  const shown = new URL(address.url)
  shown.username = ''
  shown.password = ''
  return shown.href
}
