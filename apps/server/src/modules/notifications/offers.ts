import { events as eventForms } from '@binnacle/contract/events'
import { type NotificationOffers, notifiableEvents, subjectKinds } from '@binnacle/contract/notifications'
import type { Subject } from '../../platform/subjects.ts'

/** The place of an event in the order of the specification; new ones stand last. */
function placeOf(name: string): number {
  const place = notifiableEvents.findIndex((event) => event === name)
  return place < 0 ? notifiableEvents.length : place
}

/** What rules and silences can be about, from the kinds of resources that modules declare. */
export function offersOf(subjects: ReadonlyMap<string, Pick<Subject, 'kind'>>): NotificationOffers {
  const events = Object.entries(eventForms).flatMap(([name, { about }]) =>
    about !== undefined && subjects.has(about.kind) ? [name] : [],
  )
  return {
    events: events.toSorted((one, other) => placeOf(one) - placeOf(other)),
    kinds: subjectKinds.filter((kind) => subjects.has(kind)),
  }
}
