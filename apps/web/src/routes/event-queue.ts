import { ListChecks } from 'lucide-react'
import { definePage } from '../application/pages/pages.ts'
import { EVENT_QUEUE_PATH } from '../features/event-queue/index.ts'

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
  load: async () => {
    const { EventQueuePage } = await import('../features/event-queue/summary-page.tsx')
    return { default: EventQueuePage }
  },
})

export const queuedEventsPage = definePage({
  path: `${EVENT_QUEUE_PATH}/$name`,
  title: 'Event Queue',
  icon: ListChecks,
  place: 'nowhere',
  access,
  feature,
  topics: ['event_queue'],
  load: async () => {
    const { QueuedEventsPage } = await import('../features/event-queue/events-page.tsx')
    return { default: QueuedEventsPage }
  },
})
