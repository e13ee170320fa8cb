// The names under which other systems send alerts.
import { allow } from '@binnacle/contract/access'
import type { Pool } from 'pg'
import type { Actor } from '../../platform/access/actor.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { type Connection, tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'

/** Most sources. Everybody who may send alerts can add one by naming it. */
const MOST_SOURCES = 100
/** Most sources that one account adds, with all its tokens, unless it may change canaries. */
const MOST_SOURCES_EACH = 20

// Those who add sources at once wait for each other, so that they do not exceed the limits together.
const lockSources = 'lock table core.alert_sources in share row exclusive mode'

async function hasSource(connection: Connection, name: string): Promise<boolean> {
  const found = await tablesOn(connection)
    .selectFrom('core.alert_sources')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

/** Makes sure that a source exists. @throws RequestError where there are too many, or its sender added too many */
export type KeepSource = (source: string, sender: Pick<Actor, 'personId' | 'roles'>) => Promise<void>

/** Creates what adds sources. */
export function createKeepSource(pool: Pool): KeepSource {
  return async (source, { personId, roles }) => {
    if (await hasSource(pool, source)) return
    await inTransaction(pool, async (client) => {
      await client.query(lockSources)
      if (await hasSource(client, source)) return
      const { all, own } = await tablesOn(client)
        .selectFrom('core.alert_sources')
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          fn.countAll<number>().filterWhere('added_by', '=', personId).as('own'),
        ])
        .executeTakeFirstOrThrow()
      if (all >= MOST_SOURCES)
        throw new RequestError(
          'EINVALID',
          `Alerts are accepted from ${MOST_SOURCES} sources at most; use a source that exists already`,
        )
      if (own >= MOST_SOURCES_EACH && !allow(roles, 'canaries', 'write'))
        throw new RequestError(
          'EINVALID',
          `An account adds ${MOST_SOURCES_EACH} sources of alerts at most; use one that exists already, or an account that may change canaries`,
        )
      await tablesOn(client)
        .insertInto('core.alert_sources')
        .values({ name: source, added_by: personId })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    })
  }
}
