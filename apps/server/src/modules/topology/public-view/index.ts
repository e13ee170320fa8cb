import type { Receiver } from '../../../platform/http/receiver.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { propertiesInForce } from '../../properties/index.ts'
import type { TreeCache } from '../tree/index.ts'
import { shareRoutes } from './routes.ts'
import { createPublicViews } from './visits.ts'

/** Property that switches public views off, with the value `false`. */
const PUBLIC_VIEWS = 'topology.publicViews'

/** Opens views of components without an account, and what shares them. */
export function openPublicViews(
  platform: Platform,
  tree: TreeCache,
): { routes: readonly Route[]; receivers: readonly Receiver[] } {
  const properties = propertiesInForce.of(platform)
  const enabled = () => properties.value(PUBLIC_VIEWS) !== 'false'
  const views = createPublicViews({ ...platform, tree, enabled })
  return {
    routes: shareRoutes({
      ...platform,
      publicUrl: platform.configuration.publicUrl,
      enabled,
      changed: () => views.forget(),
    }),
    receivers: [views.receiver],
  }
}
