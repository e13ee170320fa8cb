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
  type Written,
  writeHostAndPort,
  writtenText,
} from '@binnacle/plugin-kit/core'

/** Where a connection leads: its URL is a host, host:port, or has a scheme before it. */
function placeOf({ url, properties }: ConnectionValues, port: number) {
  const text = url ?? properties['host'] ?? properties['server'] ?? ''
  const place = text
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/\\].*$/, '')
  const written = Number(properties['port'])
  return readHostAndPort(place, Number.isInteger(written) && written > 0 ? written : port)
}

/** The account of a connection. The one of the spec counts where the connection lacks a user, or a way to prove it. */
function accountOf(rest: Written, { username, password, certificate }: ConnectionValues): Written {
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
      // In the order in which a run takes them.
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
      // What proves who we are goes to the server of the connection only.
      if (!lends.value) return succeed({ ...(place === undefined ? {} : { host: place.host }), ...rest })
      const settings = Object.fromEntries(
        Object.entries(more(connection)).filter(([, value]) => value !== undefined && value !== ''),
      )
      const hostKey = settings['hostKey']
      return succeed({
        ...place,
        ...settings,
        ...accountOf(rest, connection),
        // A check that chose the key would accept another server in the place of the one that was meant.
        ...(hostKey === undefined ? {} : { hostKey }),
      })
    },
  }
}

export const sftpUse = use('sftpConnection', ['sftp'], { port: 22 }, ({ certificate, properties }) => ({
  privateKey: certificate,
  hostKey: properties['hostKey'],
}))

/** The host of smb://host:port/share or \\\\host\\share, as the run reads it. */
function hostOfPath(path: string): HostAndPort | undefined {
  const match = /^(?:smb:)?\/\/([^/:]+)(?::(\d+))?\//.exec(path.replaceAll('\\', '/'))
  return match?.[1] === undefined ? undefined : { host: match[1], port: Number(match[2] ?? 445) }
}

/** The path may name the host; one of the connection stands above it. */
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
