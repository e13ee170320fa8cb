import type { Area } from '../../application/pages/area.ts'
import { eventQueuePage, type EventQueuePath, queuedEventsPage } from './pages.ts'

export { EVENT_QUEUE_PATH } from './paths.ts'

export const eventQueue: Area<EventQueuePath> = { pages: [eventQueuePage, queuedEventsPage] }
