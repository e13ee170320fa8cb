import type { Area } from '../../application/pages/area.ts'
import { eventQueuePage, queuedEventsPage } from './pages.ts'

export { EVENT_QUEUE_PATH } from './paths.ts'

export const eventQueue: Area = { pages: [eventQueuePage, queuedEventsPage] }
