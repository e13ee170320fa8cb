import type { ConnectionReference } from '@binnacle/plugin-kit'
import type { DataRules } from '../../platform/data/index.ts'
import { partOf } from '../../platform/http/gate.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { Live } from '../../platform/live/index.ts'
import { createConnectionFinder, storeShownUrls, unreadableConnections } from './find.ts'
import { connectionRoutes } from './routes.ts'
import { type ConnectionTestDependencies, createConnectionTest } from './test-connection.ts'
import { loadConnectionTypes } from './types.ts'
import { type ConnectionParts, createConnectionVerbs } from './verbs.ts'
import { createConnectionWriter } from './writer.ts'

const topics: LiveTopics = { connections: { access: { resource: 'connections', action: 'read' } } }

/** Connections that a log entry names at most. */
const MOST_NAMED = 20

/** Servers and accounts that others use by their name. */
export async function createConnectionsModule(
  parts: Omit<ConnectionParts, 'types'> & ConnectionTestDependencies & { live: Live },
) {
  const types = await loadConnectionTypes()
  await storeShownUrls(parts.pool, parts.secrets)
  const unreadable = await unreadableConnections(parts.pool, parts.secrets)
  if (unreadable.length > 0)
    parts.log.warn(
      { connections: unreadable.slice(0, MOST_NAMED) },
      `SECRET_KEY is another one than that of the secrets of ${unreadable.length} connections: they cannot be read and have to be entered again`,
    )
  const verbs = createConnectionVerbs({ ...parts, types })
  const finder = createConnectionFinder(parts)
  // Read where checks are written too, which is why the feature closes writing only.
  const data: DataRules = {
    connections: {
      resource: 'connections',
      writes: createConnectionWriter(verbs),
      writeFeature: 'settings.connections',
    },
  }
  return {
    find: (reference: ConnectionReference, namespace: string) => finder.find(reference, namespace),
    routes: partOf(
      'settings.connections',
      connectionRoutes(verbs, createConnectionTest(types, parts), types),
    ),
    data,
    topics,
    close: () => finder.close(),
  }
}
