import type { Page } from '../application/pages.ts'
import { auditPage } from './audit.ts'
import { connectionsPage } from './connections.ts'
import { docsPage, documentPage } from './docs.ts'
import { eventQueuePage, queuedEventsPage } from './event-queue.ts'
import { healthPage } from './health.ts'
import { jobsPage } from './jobs.ts'
import {
  canariesPage,
  canaryPage,
  featureFlagsPage,
  newCanaryPage,
  profilePage,
  teamPage,
  teamsPage,
  usersPage,
} from './settings.ts'

/** Every page behind the sign-in, areas in the order of the navigation. */
export const pages: readonly Page[] = [
  healthPage,
  usersPage,
  teamsPage,
  teamPage,
  canariesPage,
  newCanaryPage,
  canaryPage,
  connectionsPage,
  jobsPage,
  eventQueuePage,
  queuedEventsPage,
  featureFlagsPage,
  auditPage,
  profilePage,
  docsPage,
  documentPage,
]
