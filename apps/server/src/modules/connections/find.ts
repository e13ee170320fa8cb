import { fail, type Result } from '@binnacle/contract/core'
import {
  type ConnectionReference,
  type ConnectionValues,
  SECRET_MASK,
  shownUrl,
} from '@binnacle/plugin-kit/core'
import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { Live } from '../../platform/live/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Connections } from './ports.ts'
import { type ConnectionRow, openRow, selectConnections } from './stored.ts'

/** Looks up connections by what names them. */
export interface ConnectionFinder extends Connections {
  close(): void
}

/** More are forgotten all together: those that are needed come back with one query each. */
const MOST_KEPT = 10_000

async function findRow(
  pool: Pool,
  reference: ConnectionReference,
  namespace: string,
): Promise<ConnectionRow | undefined> {
  const inUse = selectConnections(pool).where('deleted_at', 'is', null)
  if ('id' in reference) return inUse.where('id', '=', reference.id).executeTakeFirst()
  const { name, type, isShort, namespace: written = namespace } = reference
  const named = inUse.where('name', '=', name)
  return (
    (type === undefined ? named : named.where('type', '=', type))
      // An old way to write references has the type in the place of the namespace; a namespace of that name goes first.
      .where((expressions) => {
        const ofNamespace = expressions('namespace', '=', written)
        const ofType = expressions.and({ type: written, namespace })
        return isShort ? expressions.or([ofNamespace, ofType]) : ofNamespace
      })
      .orderBy((expressions) => expressions('namespace', '=', written), 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

function label(reference: ConnectionReference, namespace: string): string {
  if ('id' in reference) return `there is no connection with the id ${reference.id}`
  const { name, type, namespace: own = namespace } = reference
  const kind = type === undefined ? '' : ` of the type ${type}`
  return `there is no connection ${own}/${name}${kind}`
}

/**
 * Reads connections before each run rather than when a spec is saved: otherwise a new password would have to be written
 * into every check. It keeps them at hand, because 5,000 checks every ten seconds would cost 500 queries a second. A
 * change of any connection, by any process, is announced after its commit and makes it forget them all before the next
 * run; so does a lost line to the database.
 */
export function createConnectionFinder({
  pool,
  secrets,
  live,
}: {
  pool: Pool
  secrets: Secrets
  live: Live
}): ConnectionFinder {
  const kept = new Map<string, Promise<Result<ConnectionValues, string>>>()
  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'resync' || event.change.topic === 'connections') kept.clear()
  })

  async function load(
    reference: ConnectionReference,
    namespace: string,
  ): Promise<Result<ConnectionValues, string>> {
    const row = await findRow(pool, reference, namespace)
    return row === undefined ? fail(label(reference, namespace)) : openRow(secrets, row)
  }

  return {
    find(reference, namespace) {
      const key = JSON.stringify([reference, 'id' in reference ? '' : namespace])
      // Without the line to the database nobody says when something changes.
      const known = live.connected ? kept.get(key) : undefined
      if (known !== undefined) return known
      if (kept.size >= MOST_KEPT) kept.clear()
      const loading = load(reference, namespace).catch((error: unknown) => {
        if (kept.get(key) === loading) kept.delete(key)
        return fail(
          `the connection could not be looked up: ${error instanceof Error ? error.message : String(error)}`,
        )
      })
      kept.set(key, loading)
      return loading
    },
    close: unsubscribe,
  }
}

/** Connections in use, as namespace/name, with a stored value that the present key does not open. */
export async function unreadableConnections(pool: Pool, secrets: Secrets): Promise<string[]> {
  const rows = await selectConnections(pool)
    .where('deleted_at', 'is', null)
    .orderBy('namespace')
    .orderBy('name')
    .execute()
  return rows.flatMap((row) => (openRow(secrets, row).ok ? [] : [`${row.namespace}/${row.name}`]))
}

/**
 * Stores how addresses are shown that were stored before that was known. It is no change of the connections, so their
 * time stays.
 */
export async function storeShownUrls(pool: Pool, secrets: Secrets): Promise<void> {
  const missing = (client: ClientBase | Pool) =>
    selectConnections(client).where('url', 'is not', null).where('shown_url', 'is', null)
  if ((await missing(pool).limit(1).executeTakeFirst()) === undefined) return
  await inTransaction(pool, async (client) => {
    await client.query('alter table core.connections disable trigger connections_updated')
    for (const row of await missing(client).execute()) {
      const opened = openRow(secrets, row)
      await tablesOn(client)
        .updateTable('core.connections')
        .set({ shown_url: opened.ok ? (shownUrl(opened.value) ?? null) : SECRET_MASK })
        .where('id', '=', row.id)
        .execute()
    }
    await client.query('alter table core.connections enable trigger connections_updated')
  })
}
