import type { Area, PathsOf } from '../application/pages/area.ts'
import type { SlotFills } from '../application/slots/types.ts'
import type { Page } from '../application/pages/pages.ts'
import { audit } from '../features/audit/index.ts'
import { canaries } from '../features/canaries/index.ts'
import { catalog } from '../features/catalog/index.ts'
import { causes } from '../features/causes/index.ts'
import { connections } from '../features/connections/index.ts'
import { docs } from '../features/docs/index.ts'
import { eventQueue } from '../features/event-queue/index.ts'
import { flags } from '../features/flags/index.ts'
import { health } from '../features/health/index.ts'
import { identity } from '../features/identity/pages.ts'
import { jobs } from '../features/jobs/index.ts'
import { logs } from '../features/logs/index.ts'
import { notifications } from '../features/notifications/index.ts'
import { onCall } from '../features/on-call/index.ts'
import { profile } from '../features/profile/index.ts'
import { silences } from '../features/silences/index.ts'
import { teams } from '../features/teams/index.ts'
import { topology } from '../features/topology/index.ts'
import { users } from '../features/users/index.ts'
import { watchdog } from '../features/watchdog/index.ts'

const all = [
  topology,
  health,
  catalog,
  logs,
  notifications,
  silences,
  onCall,
  causes,
  users,
  teams,
  canaries,
  connections,
  flags,
  jobs,
  eventQueue,
  watchdog,
  audit,
  profile,
  docs,
  identity,
] as const

declare module '../application/pages/addresses.ts' {
  interface Register {
    paths: PathsOf<typeof all>
  }
}

/** Every area, in the order of the navigation. */
export const areas: readonly Area<string>[] = all

/** Every page behind the sign-in. */
export const pages: readonly Page[] = areas.flatMap((area) => area.pages ?? [])

/** Loads what all areas add to the pages of others. */
export function loadSlots(): Promise<readonly SlotFills[]> {
  return Promise.all(areas.flatMap(({ slots }) => (slots === undefined ? [] : [slots()])))
}
