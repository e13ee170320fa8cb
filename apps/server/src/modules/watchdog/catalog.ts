import { SECOND } from '@binnacle/contract/core'
import type { DetectorName } from '@binnacle/contract/watchdog'
import type { Delays } from './detectors/detector-state.ts'

interface Detector {
  title: string
  /** What is true while it sees. */
  description: string
  delays: Delays
  /** Whether the product does not work while this one is blind, so that the dead-man's switch must not be pinged. */
  stopsPings: boolean
}

/** What the product watches itself for. */
export const detectors: Readonly<Record<DetectorName, Detector>> = {
  checks: {
    title: 'Health checks run',
    description: 'Health checks run when they are due',
    delays: { raise: 20 * SECOND, clear: 20 * SECOND },
    stopsPings: true,
  },
  workers: {
    title: 'A process works',
    description: 'A process runs health checks and jobs',
    delays: { raise: 5 * SECOND, clear: 5 * SECOND },
    stopsPings: true,
  },
  queue: {
    title: 'The queue moves',
    description: 'Events and messages do not wait in the queue',
    delays: { raise: 0, clear: 20 * SECOND },
    stopsPings: true,
  },
  network: {
    title: 'The network is there',
    description: 'Targets answer, or not all of them fail at once',
    delays: { raise: 0, clear: 10 * SECOND },
    stopsPings: true,
  },
  clock: {
    title: 'The clock is steady',
    description: 'The clock moves as time passes',
    delays: { raise: 0, clear: 0 },
    stopsPings: false,
  },
  database: {
    title: 'The database is fast',
    description: 'The database answers in time',
    delays: { raise: 20 * SECOND, clear: 30 * SECOND },
    stopsPings: false,
  },
}
