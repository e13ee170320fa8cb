import { openAlerts } from './modules/alerts/index.ts'
import { openCatalog } from './modules/catalog/index.ts'
import { openCauses } from './modules/causes/index.ts'
import { openConnections } from './modules/connections/index.ts'
import { openHealth } from './modules/health/index.ts'
import { openIdentity } from './modules/identity/index.ts'
import { openLogs } from './modules/logs/index.ts'
import { openNotifications } from './modules/notifications/index.ts'
import { openOnCall } from './modules/on-call/index.ts'
import { openPeople } from './modules/people/index.ts'
import { openProperties } from './modules/properties/index.ts'
import { openSearch } from './modules/search/index.ts'
import { openSilences } from './modules/silences/index.ts'
import { openTopology } from './modules/topology/index.ts'
import { openWatchdog } from './modules/watchdog/index.ts'
import { startBackground } from './platform/background.ts'
import { openServer } from './platform/http/open-server.ts'
import { type SignIn, signIn } from './platform/http/sign-in.ts'
import type { OpenModule } from './platform/module.ts'
import { type Declarations, openModules, startModules, stopAtEnd } from './platform/modules.ts'
import { ownModules } from './platform/own-modules.ts'
import { createParts } from './platform/parts.ts'
import { openPlatform, type PlatformOptions } from './platform/platform.ts'

/** Every area of the product. Each is opened after those whose ports it uses from the start. */
export const modules: readonly OpenModule[] = [
  ...ownModules,
  openProperties,
  openIdentity,
  openPeople,
  openConnections,
  openSilences,
  openOnCall,
  openHealth,
  openAlerts,
  openCatalog,
  openLogs,
  openTopology,
  openCauses,
  openWatchdog,
  openNotifications,
  openSearch,
]

export interface App {
  setup: SignIn['setup']
  /** Everything that answers, each with the gate before it. */
  gates: Pick<Declarations, 'routes' | 'receivers' | 'relations' | 'topics'>
  /** Ends everything in the order in which it depends on each other; takes at most 8 s. */
  stop(): Promise<void>
}

/** Puts the product together: the one place that knows every module. */
export async function startApp(options: PlatformOptions, list = modules): Promise<App> {
  const parts = createParts(options.log)
  try {
    const platform = await openPlatform(options, parts)
    const declared = await openModules(platform, list)
    await startBackground(platform, declared)
    stopAtEnd(platform, declared)
    await openServer(platform, declared)
    // Checks of the product itself want to find it open.
    await startModules(platform, declared)
    return { setup: signIn.of(platform).setup, gates: declared, stop: () => parts.end() }
  } catch (error) {
    await parts.end()
    throw error
  }
}
