import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type ConnectionValues,
  lendsTo,
  trustProblem,
  webServers,
  type RawSpec,
} from '@binnacle/plugin-kit/core'

/** Hosts of Amazon's services, as "AWS service endpoints" names them. */
const amazonHost = /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|api\.aws)$/

function isAmazons(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && amazonHost.test(url.hostname)
}

/**
 * Decides whether the keys of a connection may sign requests to a server. Keys without a URL are for Amazon.
 * @param own URL in the check; undefined if it uses the connection's, or Amazon's
 * @returns whether they may, or why the connection cannot be used
 */
export function lendsKeysTo(
  connection: ConnectionValues,
  own: string | undefined,
  settings: RawSpec,
): Result<boolean, string> {
  const isPlainAmazon = connection.url === undefined && own !== undefined && isAmazons(own)
  const lends = isPlainAmazon ? succeed(true) : lendsTo(connection, own, webServers)
  if (!lends.ok || !lends.value) return lends
  const distrust = trustProblem(settings, connection)
  return distrust === undefined ? lends : fail(distrust)
}

/** Regions become part of a host name. Any other text could lead to another host. */
export const regionName = /^[A-Za-z0-9-]{1,63}$/
