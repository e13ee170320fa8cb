/** Address of the list of events by name. */
export const EVENT_QUEUE_PATH = '/settings/event-queue-status'

/** The address of the events of one name. @param id of the one that is open */
export function eventsHref(name: string, id?: string): string {
  const path = `${EVENT_QUEUE_PATH}/${encodeURIComponent(name)}`
  return id === undefined ? path : `${path}?event=${id}`
}
