import { fail, succeed } from '@binnacle/contract'
import {
  type ConnectionUse,
  type ConnectionValues,
  readHostAndPort,
  without,
  type Written,
  writtenText,
} from '@binnacle/plugin-kit'

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
  { port, needsHost }: { port: number; needsHost: boolean },
  more: (connection: ConnectionValues) => Readonly<Record<string, string | undefined>>,
): ConnectionUse {
  return {
    at: [key],
    types,
    fill(written, connection) {
      const place = placeOf(connection, port)
      const own = writtenText(written, 'host')
      const rest = without(written, 'connection')
      if (needsHost && own === undefined && place === undefined)
        return fail(
          `the connection ${connection.namespace}/${connection.name} has no host, and neither has the check`,
        )
      const ownPort = rest['port']
      const isElsewhere =
        place !== undefined &&
        ((own !== undefined && own !== place.host) || (ownPort !== undefined && ownPort !== place.port))
      // What proves who we are goes to the server of the connection only.
      if (isElsewhere) return succeed({ host: place.host, ...rest })
      const settings = Object.fromEntries(
        Object.entries(more(connection)).filter(([, value]) => value !== undefined && value !== ''),
      )
      return succeed({ ...place, ...settings, ...accountOf(rest, connection) })
    },
  }
}

export const sftpUse = use(
  'sftpConnection',
  ['sftp'],
  { port: 22, needsHost: true },
  ({ certificate, properties }) => ({
    privateKey: certificate,
    hostKey: properties['hostKey'],
  }),
)

/** The path may name the host; one of the connection stands above it. */
export const smbUse = use(
  'smbConnection',
  ['smb', 'windows'],
  { port: 445, needsHost: false },
  ({ properties }) => ({
    domain: properties['domain'],
    workstation: properties['workstation'],
    sharename: properties['share'] ?? properties['sharename'] ?? properties['shareName'],
    searchPath: properties['searchPath'],
  }),
)
