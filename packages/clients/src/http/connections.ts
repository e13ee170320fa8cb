import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type ConnectionUse,
  type ConnectionValues,
  isRecord,
  leadsOnlyTo,
  lendServer,
  webServers,
  without,
  type RawSpec,
  writtenText,
} from '@binnacle/plugin-kit/core'
import { lendsKeysTo } from '../aws/keys.ts'

const labelOf = ({ namespace, name }: ConnectionValues) => `the connection ${namespace}/${name}`

/** Refuses a Host header, because a shared server would pass the request, secrets included, to another of its sites. */
function refuseHost(written: RawSpec, connection: ConnectionValues): string | undefined {
  const headers: unknown = written['headers']
  const isNamed =
    Array.isArray(headers) &&
    headers.some((header: unknown) => isRecord(header) && String(header['name']).toLowerCase() === 'host')
  return isNamed
    ? `headers: ${labelOf(connection)} does not give its secrets to the site that a "Host" header names`
    : undefined
}

/** Puts the domain of a connection before its user name. */
function withDomain(written: RawSpec, { username: lent, properties }: ConnectionValues): RawSpec {
  const domain = properties['domain'] ?? ''
  const username = writtenText(written, 'username')
  const isPlain = username !== undefined && username === lent && !/[\\@]/.test(username)
  return isPlain && domain !== '' ? { ...written, username: `${domain}\\${username}` } : written
}

/**
 * The URL where user and password are exchanged for a token. The connection decides it, because its password is sent
 * there.
 */
function tokenPlace(written: RawSpec, connection: ConnectionValues): Result<RawSpec, string> {
  const oauth2 = written['oauth2']
  if (!isRecord(oauth2)) return succeed(written)
  const own = writtenText(oauth2, 'tokenURL')
  const known = connection.properties['tokenURL']?.trim()
  const place = own ?? known
  if (place === undefined) return succeed(written)
  const allowed = [known, connection.url].filter((address) => address !== undefined)
  if (allowed.some((address) => leadsOnlyTo(place, address, webServers)))
    return succeed({ ...written, oauth2: { ...oauth2, tokenURL: place } })
  return fail(
    `oauth2.tokenURL: ${labelOf(connection)} gives its password to its own server only; set the address of tokens as its property "tokenURL"`,
  )
}

const serverUse: ConnectionUse = {
  at: [],
  types: ['http', 'windows'],
  fill(written, connection) {
    const lent = lendServer(written, connection, { splits: true, read: webServers })
    if (!lent.ok) return lent
    if (!lent.value.isLent) return succeed(lent.value.written)
    const refusal = refuseHost(written, connection)
    return refusal === undefined
      ? tokenPlace(withDomain(lent.value.written, connection), connection)
      : fail(refusal)
  },
}

const signatureUse: ConnectionUse = {
  at: ['awsSigV4'],
  types: ['aws', 's3'],
  fill(written, connection, whole) {
    const { username, password, properties } = connection
    const { region, sessionToken } = properties
    const rest = without(written, 'connection')
    const settings = region === undefined || region === '' ? {} : { region }
    const lends = lendsKeysTo(connection, writtenText(whole, 'url') ?? '', whole)
    if (!lends.ok) return lends
    if (!lends.value) return succeed({ ...settings, ...rest })
    const refusal = refuseHost(whole, connection)
    if (refusal !== undefined) return fail(refusal)
    const keys = {
      ...(username === undefined ? {} : { accessKey: username }),
      ...(password === undefined ? {} : { secretKey: password }),
      ...(sessionToken === undefined ? {} : { sessionToken }),
    }
    const isComplete = username !== undefined && password !== undefined
    return succeed({
      ...settings,
      ...(isComplete
        ? { ...without(rest, 'accessKey', 'secretKey', 'sessionToken'), ...keys }
        : { ...keys, ...rest }),
    })
  },
}

/** The connections that an HTTP check can name. The server is filled in first, because signatures are made for it. */
export const connectionUses: readonly ConnectionUse[] = [serverUse, signatureUse]
