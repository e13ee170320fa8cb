import type { Page } from '../application/pages/pages.ts'
import { canaryPages } from '../features/canaries/index.ts'
import { catalogPages } from '../features/catalog/index.ts'
import { connectionPages } from '../features/connections/index.ts'
import { flagPages } from '../features/flags/index.ts'
import { logPages } from '../features/logs/index.ts'
import { notificationPages } from '../features/notifications/index.ts'
import { silencePages } from '../features/silences/index.ts'
import { onCallPage } from '../features/on-call/index.ts'
import { teamPages } from '../features/teams/index.ts'
import { userPages } from '../features/users/index.ts'
import { topologyPages } from '../features/topology/index.ts'
import { watchdogPage } from '../features/watchdog/index.ts'
import { auditPage } from './audit.ts'
import { docsPage, documentPage } from './docs.ts'
import { eventQueuePage, queuedEventsPage } from './event-queue.ts'
import { healthPage } from './health.ts'
import { jobsPage } from './jobs.ts'
import { profilePage } from './profile.ts'

/** Every page behind the sign-in, areas in the order of the navigation. */
export const pages: readonly Page[] = [
  ...topologyPages,
  healthPage,
  ...catalogPages,
  ...logPages,
  ...notificationPages,
  ...silencePages,
  onCallPage,
  ...userPages,
  ...teamPages,
  ...canaryPages,
  ...connectionPages,
  ...flagPages,
  jobsPage,
  eventQueuePage,
  queuedEventsPage,
  watchdogPage,
  auditPage,
  profilePage,
  docsPage,
  documentPage,
]
