import type { Receiver } from '../../../platform/http/receiver.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { propertiesInForce } from '../../properties/index.ts'
import type { TreeCache } from '../tree/index.ts'
import { shareRoutes } from './routes.ts'
import { createPublicViews } from './visits.ts'

// The key of a link stands behind the # and is sent in a header: paths and queries are in the logs of proxies, in
// histories and in `Referer`. The server stores its digest. Every refusal is the same 404 after the same work, whether
// there is no component, no share or another key. Wrong keys are limited by address, apart from keys that the address
// used before, so that nobody can close the screens of an office by guessing.
// The answer is built from a list of fields, without ids. Sharing takes the right to give rights: editors write
// topologies, but show them to no stranger. It asks for no password again, because a link gives nothing but this view,
// and every administrator can withdraw it. Strangers have no live stream, which would hold a connection for each
// screen.

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
