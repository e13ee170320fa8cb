import { limitedAddress } from '@binnacle/identity'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { NewNetwork } from '../../platform/audit/index.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { Log } from '../../platform/log.ts'

/** Most networks that are stored for one token, so that a sender with many addresses cannot fill the table. */
const MOST_OF_A_TOKEN = 500
/** Most pairs of token and network that a process caches. */
const MOST_KNOWN = 10_000

const remember = (tokenId: string, network: string) => sql`
  insert into core.token_networks (token_id, network)
  select ${tokenId}::uuid, ${network}
  where (select count(*) from core.token_networks where token_id = ${tokenId}) < ${MOST_OF_A_TOKEN}
  on conflict do nothing
  returning (select name from core.access_tokens where id = ${tokenId}) as name`

/**
 * Stores the networks from which tokens were used: IPv4 addresses, and the first 64 bits of IPv6 addresses.
 * @returns a function that returns network and name of a token on its first use from there, otherwise undefined
 */
export function createTokenNetworks(pool: Pool, log: Log): (actor: Actor) => Promise<NewNetwork | undefined> {
  const known = new Set<string>()
  return async ({ tokenId, address }) => {
    if (tokenId === undefined || address === undefined) return undefined
    const network = limitedAddress(address)
    const pair = `${tokenId} ${network}`
    if (known.has(pair)) return undefined
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(pair)
    try {
      const { rows } = await pool.query<{ name: string | null }>(remember(tokenId, network))
      return rows[0] === undefined ? undefined : { network, name: rows[0].name }
    } catch (error) {
      // For example, a token that is revoked at this moment. Its request continues.
      log.warn({ reason: String(error) }, 'the network of a token could not be remembered')
      known.delete(pair)
      return undefined
    }
  }
}
