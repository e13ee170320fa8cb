/** Address of the list of events by name. */
export const EVENT_QUEUE_PATH = '/settings/event-queue-status'
