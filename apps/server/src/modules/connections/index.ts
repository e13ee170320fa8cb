import { partOf } from '../../platform/access/gate.ts'
import { defineKind } from '../../platform/kind.ts'
import type { OpenModule } from '../../platform/module.ts'
import { createConnectionFinder, storeShownUrls, unreadableConnections } from './find.ts'
import { connectionDrafts, connectionsInUse } from './ports.ts'
import { draftConnection } from './read.ts'
import { connectionRoutes } from './routes.ts'
import { createConnectionTest } from './test-connection.ts'
import { loadConnectionTypes } from './types.ts'
import { createConnectionWriter } from './writer.ts'

export { type ConnectionDrafts, connectionDrafts, type Connections, connectionsInUse } from './ports.ts'
export { prepareConnection, type PreparedConnection } from './prepare-connection.ts'

/** Connections that a log entry names at most. */
const MOST_NAMED = 20

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // Messages, ways to people and change feeds go through connections, which they show by name.
  'core.connections',
] as const

/** Servers and accounts that checks use by their name. */
export const openConnections: OpenModule = async (platform) => {
  const { pool, secrets, log, parts } = platform
  await storeShownUrls(pool, secrets)
  const unreadable = await unreadableConnections(pool, secrets)
  if (unreadable.length > 0)
    log.warn(
      { connections: unreadable.slice(0, MOST_NAMED) },
      `SECRET_KEY differs from the key of the secrets of ${unreadable.length} connections: they cannot be read and have to be entered again`,
    )
  const types = await loadConnectionTypes()
  const known = { ...platform, types }
  const finder = createConnectionFinder(platform)
  parts.onEnd('connections', () => finder.close())
  connectionsInUse.offer(platform, finder)
  connectionDrafts.offer(platform, { read: (form, id) => draftConnection(pool, known, form, id) })
  return {
    name: 'connections',
    routes: partOf('settings.connections', connectionRoutes(known, createConnectionTest(types, platform))),
    kinds: [
      defineKind({
        name: 'connections',
        resource: 'connections',
        // Read where checks are written too, which is why the feature closes writing only.
        relations: {
          connections: { writes: createConnectionWriter(known), writeFeature: 'settings.connections' },
        },
      }),
    ],
  }
}
