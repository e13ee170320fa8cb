import { ListChecks } from 'lucide-react'
import { definePage } from '../../application/pages/pages.ts'
import { loadList } from '../../application/resource/pages.tsx'
import { EVENT_QUEUE_PATH } from './paths.ts'

/** The paths of its pages. */
export type EventQueuePath = '/settings/event-queue-status' | '/settings/event-queue-status/$name'

const access = { resource: 'database', action: 'read' } as const
const feature = 'settings.event_queue_status'

export const eventQueuePage = definePage({
  path: EVENT_QUEUE_PATH,
  title: 'Event Queue',
  icon: ListChecks,
  place: 'settings',
  keys: 'g q',
  keywords: ['events', 'dead letters', 'retry', 'failed', 'pending', 'consumers', 'emails'],
  access,
  feature,
  topics: ['event_queue'],
  load: loadList(async () => (await import('./resource.tsx')).eventNames),
})

export const queuedEventsPage = definePage({
  path: `${EVENT_QUEUE_PATH}/$name`,
  parent: EVENT_QUEUE_PATH,
  title: 'Event Queue',
  icon: ListChecks,
  place: 'nowhere',
  access,
  feature,
  topics: ['event_queue'],
  load: async () => {
    const { QueuedEventsPage } = await import('./events-page.tsx')
    return { default: QueuedEventsPage }
  },
})
