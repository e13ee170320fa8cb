import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type ConnectionValues,
  lendsTo,
  trustProblem,
  webServers,
  type Written,
} from '@binnacle/plugin-kit/core'

/** Hosts of Amazon's services, as "AWS service endpoints" names them. */
const amazonHost = /(?:^|\.)(?:amazonaws\.com(?:\.cn)?|api\.aws)$/

function isAmazons(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && amazonHost.test(url.hostname)
}

/**
 * Decides whether the keys of a connection may sign requests to a server. Keys without an address are those of Amazon.
 * @param own address that the check names; undefined where it uses that of the connection, or Amazon's
 * @returns whether they may; why the connection is of no use
 */
export function lendsKeysTo(
  connection: ConnectionValues,
  own: string | undefined,
  settings: Written,
): Result<boolean, string> {
  const isPlainAmazon = connection.url === undefined && own !== undefined && isAmazons(own)
  const lends = isPlainAmazon ? succeed(true) : lendsTo(connection, own, webServers)
  if (!lends.ok || !lends.value) return lends
  const distrust = trustProblem(settings, connection)
  return distrust === undefined ? lends : fail(distrust)
}

/** A region as a part of a host name: anything else could lead to another host. */
export const regionName = /^[A-Za-z0-9-]{1,63}$/
