import { addressProblem, decodePart, type HostAndPort, readHostAndPort } from '@binnacle/plugin-kit/core'

const DEFAULT_PORT = 27_017

/**
 * Sign-in methods that need nothing except the connection. With others the driver fetches credentials itself, from a
 * metadata service or a file of this machine, past egress and the operator's policy.
 */
const mechanisms: readonly string[] = ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN', 'MONGODB-X509']

export interface MongoAddress {
  hosts: readonly HostAndPort[]
  /** Whether DNS records of this name list the hosts. */
  isService: boolean
  username?: string
  password?: string
  tls: boolean
  /** Whether any certificate is accepted. */
  skipVerify: boolean
  authSource?: string
  authMechanism?: string
  replicaSet?: string
}

function isOn(options: URLSearchParams, ...names: string[]): boolean {
  return names.some((name) => options.get(name) === 'true')
}

/**
 * Parses a connection string (MongoDB's "Connection Strings"):
 * mongodb://user:password@host:port,host:port/database?options or mongodb+srv://….
 * @returns the address, or what is wrong with the text
 */
export function readMongoUrl(text: string): MongoAddress | string {
  const problem = addressProblem(text)
  if (problem !== undefined) return problem
  const match = /^mongodb(\+srv)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(
    text,
  )
  if (match === null) return 'not of the form mongodb://user:password@host:port/database'
  const [, srv, username = '', password = '', places = '', database = '', query = ''] = match
  const hosts = places.split(',').map((place) => readHostAndPort(place, DEFAULT_PORT))
  const known = hosts.filter((host) => host !== undefined)
  if (known.length !== hosts.length) return 'each host is of the form host:port'
  const isService = srv !== undefined
  if (isService && hosts.length > 1) return 'mongodb+srv:// takes one name'
  // Names of options are case-insensitive.
  const options = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query)) options.append(name.toLowerCase(), value)
  const off = options.get('tls') === 'false' || options.get('ssl') === 'false'
  const optional = {
    username: decodePart(username),
    password: decodePart(password),
    authSource: options.get('authsource') ?? decodePart(database),
    authMechanism: options.get('authmechanism') ?? '',
    replicaSet: options.get('replicaset') ?? '',
  }
  if (optional.authMechanism !== '' && !mechanisms.includes(optional.authMechanism))
    return `the authMechanism "${optional.authMechanism}" is not supported; use ${mechanisms.join(', ')}`
  return {
    hosts: known,
    isService,
    tls: isOn(options, 'tls', 'ssl') || (isService && !off),
    skipVerify: isOn(options, 'tlsinsecure', 'tlsallowinvalidcertificates'),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
  }
}
