// The names under which other systems send alerts.
import { allow } from '@binnacle/contract/access'
import type { Pool } from 'pg'
import type { Actor } from '../../platform/access/actor.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'

/** Most sources. Everybody who may send alerts can add one by naming it. */
export const MOST_SOURCES = 100
/** Most sources that one account adds, with all its tokens, unless it may change canaries. */
export const MOST_SOURCES_EACH = 20

const hasSource = 'select from core.alert_sources where name = $1'

// Those who add sources at once wait for each other, so that they do not exceed the limits together.
const lockSources = 'lock table core.alert_sources in share row exclusive mode'

const countSources = `
  select count(*) as all, count(*) filter (where added_by = $1) as own from core.alert_sources`

const addSource =
  'insert into core.alert_sources (name, added_by) values ($1, $2) on conflict (name) do nothing'

/** Makes sure that a source exists. @throws RequestError where there are too many, or its sender added too many */
export type KeepSource = (source: string, sender: Pick<Actor, 'personId' | 'roles'>) => Promise<void>

/** Creates what adds sources. */
export function createKeepSource(pool: Pool): KeepSource {
  return async (source, { personId, roles }) => {
    if ((await pool.query(hasSource, [source])).rowCount === 1) return
    await inTransaction(pool, async (client) => {
      await client.query(lockSources)
      if ((await client.query(hasSource, [source])).rowCount === 1) return
      const { rows } = await client.query<{ all: number; own: number }>(countSources, [personId])
      const [{ all, own } = { all: 0, own: 0 }] = rows
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
      await client.query(addSource, [source, personId])
    })
  }
}
