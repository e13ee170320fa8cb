import { fail, type Result, succeed } from '@binnacle/contract/core'
import { connectionSecrets, type ConnectionValues, type RawSpec } from './connection.ts'
import { isRecord } from './json.ts'
import { readHostAndPort, writeHostAndPort } from './server-fields.ts'

/**
 * Finds the servers of an address: each as `scheme://host:port`, with everything else that decides who can read what is
 * sent there.
 * @returns undefined for a text that is not such an address
 */
export type ReadServers = (text: string) => readonly string[] | undefined

const webPorts: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
])

/** Writes a server in normal form: names in lower case, IPv6 addresses in their shortest form. */
export function writeServer(scheme: string, host: string, port: number): string {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  const short = name.includes(':') ? URL.parse(`http://[${name}]/`)?.hostname : undefined
  return `${scheme}://${writeHostAndPort({ host: (short ?? name).replace(/^\[|\]$/g, ''), port })}`
}

/** The server of an http or https address. */
export const webServers: ReadServers = (text) => {
  const url = URL.parse(text)
  const port = webPorts.get(url?.protocol ?? '')
  if (url === null || port === undefined || url.hostname === '') return undefined
  return [writeServer(url.protocol.slice(0, -1), url.hostname, Number(url.port) || port)]
}

/** The server of `host` or `host:port`. */
export function plainServers(scheme: string, defaultPort: number): ReadServers {
  return (text) => {
    const place = readHostAndPort(text, defaultPort)
    return place === undefined ? undefined : [writeServer(scheme, place.host, place.port)]
  }
}

/** Whether all servers of an address are servers of another address. False if an address cannot be parsed. */
export function leadsOnlyTo(address: string, allowed: string, read: ReadServers): boolean {
  if (address === allowed) return true
  const [own, known] = [read(address), new Set(read(allowed))]
  return own !== undefined && own.length > 0 && own.every((server) => known.has(server))
}

const hasSecrets = (connection: ConnectionValues) => connectionSecrets(connection).length > 0

const labelOf = ({ namespace, name }: ConnectionValues) => `the connection ${namespace}/${name}`

/**
 * Decides whether a connection gives its secrets to the server of a check.
 * @param own address in the spec of the check; undefined if it uses the connection's
 * @returns whether it does; if the connection has no address and does not name the server, what to do about that
 */
export function lendsTo(
  connection: ConnectionValues,
  own: string | undefined,
  read: ReadServers,
): Result<boolean, string> {
  const { url, properties } = connection
  if (own === undefined) return succeed(true)
  if (url !== undefined) return succeed(leadsOnlyTo(own, url, read))
  const named = (properties['servers'] ?? '').split(/\s+/).filter((text) => text !== '')
  const isNamed = named.some((server) => server === '*' || leadsOnlyTo(own, server, read))
  if (isNamed || !hasSecrets(connection)) return succeed(true)
  return fail(
    `${labelOf(connection)} has no url, so its property "servers" must name the servers that may get its secrets ("*" for any); add ${(read(own) ?? ['the address of the check']).join(' ')}`,
  )
}

/** The setting by which a check would accept another server than the intended one. */
function trustIn(written: RawSpec): string | undefined {
  if (written['skipTLSVerify'] === true) return 'skipTLSVerify'
  const tls = written['tlsConfig']
  if (!isRecord(tls)) return undefined
  const key = ['ca', 'serverName'].find((name) => tls[name] !== undefined)
  if (tls['insecureSkipVerify'] === true) return 'tlsConfig.insecureSkipVerify'
  return key === undefined ? undefined : `tlsConfig.${key}`
}

/**
 * Why a check must not get the secrets of a connection: if the check decides whom TLS trusts, anyone on the way to the
 * server could read them.
 * @returns undefined if it may get them
 */
export function trustProblem(written: RawSpec, connection: ConnectionValues): string | undefined {
  const place = connection.insecureTls || !hasSecrets(connection) ? undefined : trustIn(written)
  return place === undefined
    ? undefined
    : `${labelOf(connection)} does not give its secrets to a check with ${place}; set certificate or insecure_tls in the connection`
}
