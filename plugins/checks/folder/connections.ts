import { fail, succeed } from '@binnacle/contract/core'
import {
  type ConnectionUse,
  type ConnectionValues,
  type HostAndPort,
  leadsOnlyTo,
  lendsTo,
  plainServers,
  readHostAndPort,
  without,
  type RawSpec,
  writeHostAndPort,
  writtenText,
} from '@binnacle/plugin-kit/core'

/** Host and port of a connection, whose URL is a host, host:port, or has a scheme. */
function placeOf({ url, properties }: ConnectionValues, port: number) {
  const text = url ?? properties['host'] ?? properties['server'] ?? ''
  const address = text.replace(/^[a-z]+:\/\//i, '').replace(/^[^@/]*@/, '')
  const place = /^[^/\\]*/.exec(address)?.[0] ?? ''
  const written = Number(properties['port'])
  return readHostAndPort(place, Number.isInteger(written) && written > 0 ? written : port)
}

/** The account of a connection. The spec's account is used if the connection lacks a user, or a password or key. */
function accountOf(rest: RawSpec, { username, password, certificate }: ConnectionValues): RawSpec {
  const isComplete = username !== undefined && (password !== undefined || certificate !== undefined)
  return isComplete
    ? {
        ...without(rest, 'username', 'password', 'auth', 'privateKey'),
        username,
        ...(password === undefined ? {} : { password }),
      }
    : {
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
        ...rest,
      }
}

function use(
  key: string,
  types: readonly string[],
  { port, readPath }: { port: number; readPath?: (path: string) => HostAndPort | undefined },
  more: (connection: ConnectionValues) => Readonly<Record<string, string | undefined>>,
): ConnectionUse {
  return {
    at: [key],
    types,
    fill(written, connection, whole) {
      const place = placeOf(connection, port)
      const inPath = readPath?.(writtenText(whole, 'path') ?? '')
      const rest = without(written, 'connection')
      const ownPort = typeof rest['port'] === 'number' ? rest['port'] : undefined
      // In the same order as in a run.
      const host = writtenText(rest, 'host') ?? place?.host ?? inPath?.host
      if (host === undefined)
        return fail(
          `the connection ${connection.namespace}/${connection.name} has no host, and neither has the check`,
        )
      const address = writeHostAndPort({
        host: host.replace(/^\[|\]$/g, ''),
        port: ownPort ?? place?.port ?? inPath?.port ?? port,
      })
      const { url: _, ...account } = connection
      const lends =
        place === undefined
          ? lendsTo(account, address, plainServers(key, port))
          : succeed(leadsOnlyTo(address, writeHostAndPort(place), plainServers(key, port)))
      if (!lends.ok) return lends
      // Credentials go only to the connection's own server.
      if (!lends.value) return succeed({ ...(place === undefined ? {} : { host: place.host }), ...rest })
      const settings = Object.fromEntries(
        Object.entries(more(connection)).filter(([, value]) => value !== undefined && value !== ''),
      )
      const hostKey = settings['hostKey']
      return succeed({
        ...place,
        ...settings,
        ...accountOf(rest, connection),
        // A check that sets the key itself would accept a different server.
        ...(hostKey === undefined ? {} : { hostKey }),
      })
    },
  }
}

export const sftpUse = use('sftpConnection', ['sftp'], { port: 22 }, ({ certificate, properties }) => ({
  privateKey: certificate,
  hostKey: properties['hostKey'],
}))

/** The host of smb://host:port/share or \\\\host\\share, parsed as in the run. */
function hostOfPath(path: string): HostAndPort | undefined {
  const match = /^(?:smb:)?\/\/([^/:]+)(?::(\d+))?\//.exec(path.replaceAll('\\', '/'))
  return match?.[1] === undefined ? undefined : { host: match[1], port: Number(match[2] ?? 445) }
}

/** The path may name the host. The connection's host overrides it. */
export const smbUse = use(
  'smbConnection',
  ['smb', 'windows'],
  { port: 445, readPath: hostOfPath },
  ({ properties }) => ({
    domain: properties['domain'],
    workstation: properties['workstation'],
    sharename: properties['share'] ?? properties['sharename'] ?? properties['shareName'],
    searchPath: properties['searchPath'],
  }),
)
