import { namesValue, SECRET_MASK } from '@binnacle/contract/schema'
import { type ConnectionValues, openProperties, soleIn } from './connection.ts'

/** Schemes whose host is a server. Those of messengers have tokens in its place. */
const serverSchemes: ReadonlySet<string> = new Set([
  'amqp',
  'amqps',
  'cifs',
  'ftp',
  'git',
  'http',
  'https',
  'imap',
  'imaps',
  'ldap',
  'ldaps',
  'mongodb',
  'mongodb+srv',
  'mssql',
  'mysql',
  'postgres',
  'postgresql',
  'redis',
  'rediss',
  'sftp',
  'smb',
  'smtp',
  'smtps',
  'sqlserver',
  'ssh',
  'tcp',
])

/** Types whose http address is a server or a repository. The address of a webhook, in contrast, is a secret. */
const servesPaths: ReadonlySet<string> = new Set([
  'azure_devops',
  'elasticsearch',
  'git',
  'github',
  'gitlab',
  'opensearch',
  'prometheus',
])

/** Parameters that are settings of the connection and not secret, in lower case. */
const openParameters: ReadonlySet<string> = new Set([
  'application_name',
  'authsource',
  'charset',
  'connect_timeout',
  'database',
  'directconnection',
  'encrypt',
  'parsetime',
  'region',
  'replicaset',
  'retrywrites',
  'sslmode',
  'timeout',
  'tls',
])

const URL_PARTS =
  /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?:(?<user>[^/?#]*)@)?(?<host>[^/?#@\\\s]*)(?<path>\/[^?#@]*)?(?<query>\?[^#@]*)?(?<fragment>#[^@]*)?$/i
const HOSTS = /^(?:tcp\()?(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?\)?(?:,[a-z0-9._-]+(?::\d{1,5})?)*$/i
const HOST_AND_PORT = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i
/** Words, as paths of servers have them: api, v1, repo-2.git */
const WORD = /^[a-z][a-z_.-]{0,30}(?:\d{1,3}(?:\.[a-z]{1,5})?)?$/i
const KEY = /^[a-z_.-]{1,24}$/i
const COMMON_SEGMENT = /^(?:api|hooks?|rest|services|v\d{1,2}|webhooks?)$/i

/** Shorter texts are parts of ordinary words. */
const SHORTEST_SECRET = 4

const unlessPlaceholder = (text: string): string =>
  text === '' || soleIn(text) !== undefined ? text : SECRET_MASK

function shownPath(path: string, scheme: string, type: string): string {
  // The path of a database or a share is a name.
  if (!/^https?$/i.test(scheme)) return path
  const isOpen = servesPaths.has(type) ? WORD : COMMON_SEGMENT
  return path
    .split('/')
    .map((segment) => (isOpen.test(segment) ? segment : unlessPlaceholder(segment)))
    .join('/')
}

function shownQuery(query: string): string {
  if (query.length < 2) return query
  const parts = query.slice(1).split('&')
  const shown = parts.map((part) => {
    const at = part.indexOf('=')
    const [key, value] = [part.slice(0, at), part.slice(at + 1)]
    if (at < 0 || !KEY.test(key)) return SECRET_MASK
    return `${key}=${openParameters.has(key.toLowerCase()) ? value : unlessPlaceholder(value)}`
  })
  return `?${shown.join('&')}`
}

function maskParts(url: string, type: string): string {
  if (HOST_AND_PORT.test(url)) return url
  const parts = URL_PARTS.exec(url)?.groups
  if (parts === undefined) return SECRET_MASK
  const { scheme = '', user, host = '', path = '', query = '', fragment = '' } = parts
  const isServer = serverSchemes.has(scheme.toLowerCase())
  if (isServer && host !== '' && !HOSTS.test(host) && soleIn(host) === undefined) return SECRET_MASK
  const userinfo = user === undefined ? '' : `${user.split(':', 2).map(unlessPlaceholder).join(':')}@`
  const place = isServer ? host : unlessPlaceholder(host)
  const shown = isServer ? shownPath(path, scheme, type) : path.split('/').map(unlessPlaceholder).join('/')
  return `${scheme}://${userinfo}${place}${shown}${shownQuery(query)}${fragment === '' ? '' : `#${SECRET_MASK}`}`
}

/**
 * The address of a connection for readers, with masked user, password, paths of webhooks and possibly secret parameters. An
 * address that cannot be parsed is masked completely.
 * @returns undefined if the connection has no address
 */
export function shownUrl(connection: ConnectionValues): string | undefined {
  const { url, type, password, certificate, properties } = connection
  if (url === undefined || namesValue(url)) return url
  const shown = maskParts(url, type)
  const hidden = Object.entries(properties).flatMap(([key, value]) =>
    openProperties.has(key) ? [] : [value],
  )
  // A secret of another field is a secret anywhere in the address too.
  const isGivenAway = [password, certificate, ...hidden].some(
    (secret) => secret !== undefined && secret.length >= SHORTEST_SECRET && shown.includes(secret),
  )
  return isGivenAway ? SECRET_MASK : shown
}
