import { catalogKinds } from '../catalog/kind.ts'
import { describeKind, type EventEffect, type KindEvent, type KindFacts } from '../core/kind.ts'
import { healthKinds } from '../health/kind.ts'
import { notificationKinds } from '../notifications/kind.ts'
import { playbookKinds } from '../playbooks/kind.ts'
import { topologyKinds } from '../topology/kind.ts'

/** Kinds of which nothing but the name is shared. */
const plainKinds = [
  describeKind({ name: 'audit_log' }),
  describeKind({ name: 'connections' }),
  describeKind({ name: 'escalations' }),
  describeKind({ name: 'event_queue' }),
  describeKind({ name: 'job_history' }),
  describeKind({ name: 'job_logs' }),
  describeKind({ name: 'logging_backends' }),
  describeKind({ name: 'on_call' }),
  describeKind({ name: 'people' }),
  describeKind({ name: 'properties' }),
  describeKind({ name: 'teams' }),
  describeKind({ name: 'watchdog' }),
] as const

/** All kinds of resources, in the order in which forms offer what they add. An area adds its own here. */
export const kinds = [
  ...healthKinds,
  ...topologyKinds,
  ...catalogKinds,
  ...playbookKinds,
  ...notificationKinds,
  ...plainKinds,
] as const satisfies readonly KindFacts[]

type Kind = (typeof kinds)[number]

/** Name of a kind: its topic of live changes, and the first part of keys of its queries. */
export type KindName = Kind['name']

type ValueOf<Facts, Name extends string> = Facts extends Readonly<Record<Name, infer Value>> ? Value : never
type KeyOf<Value> = Value extends unknown ? keyof Value & string : never

type AllEvents = ValueOf<Kind, 'events'>
type AllNotifiable = ValueOf<Kind, 'notifiable'>

/** Name of an event. */
export type EventName = KeyOf<AllEvents>
/** Name of an event that a rule may name. */
type NotifiableEvent = KeyOf<AllNotifiable>
/** A kind of resource of which messages tell. */
export type SubjectKind = ValueOf<Kind, 'subject'>['kind']
/** A kind of resource that pickers and saved queries find. */
export type ResourceKind = Extract<Kind, { selector: unknown }>['name']

type FormOf<Name extends EventName, Events = AllEvents> =
  Events extends Readonly<Record<Name, infer Form>> ? Form : never

type Payloads = {
  [Name in EventName]: FormOf<Name> extends { payload: { _zod: { output: infer Payload } } } ? Payload : never
}

/** The payload of an event. */
export type EventPayload<Name extends EventName> = Payloads[Name]

/** What an event says of a resource, and of which. */
export interface EventSubject<Payload> extends EventEffect<Payload> {
  kind: SubjectKind
}

/** The form of an event. */
export interface EventForm<Payload> extends Omit<KindEvent<Payload>, 'about'> {
  /** Which resource it is about, if people can be notified of it. */
  about?: EventSubject<Payload>
}

function collectEvents(all: readonly KindFacts[]): {
  readonly [Name in EventName]: EventForm<EventPayload<Name>>
}
function collectEvents(all: readonly KindFacts[]) {
  return Object.fromEntries(
    all.flatMap(({ subject, events = {} }) =>
      Object.entries(events).map(([name, { about, ...event }]) => [
        name,
        about === undefined || subject === undefined
          ? event
          : { ...event, about: { ...about, kind: subject.kind } },
      ]),
    ),
  )
}

/** All events by name. */
export const events = collectEvents(kinds)

function collectLabels(all: readonly KindFacts[]): Readonly<Record<NotifiableEvent, string>>
function collectLabels(all: readonly KindFacts[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...all.map(({ notifiable }) => notifiable))
}

/** What people call the events that a rule may name. */
const eventLabels = collectLabels(kinds)

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[]
function keysOf(record: object): readonly string[] {
  return Object.keys(record)
}

/** Events that a rule may name, in the order in which forms offer them. Source: specification, document 3 section 9. */
export const notifiableEvents = keysOf(eventLabels)

/** What people call an event; the code itself of one that nobody knows. */
export function eventLabel(event: string): string {
  const known = notifiableEvents.find((name) => name === event)
  return known === undefined ? event : eventLabels[known]
}

function collectSubjects(all: readonly KindFacts[]): Readonly<Record<SubjectKind, string>>
function collectSubjects(all: readonly KindFacts[]): Readonly<Record<string, string>> {
  return Object.fromEntries(all.flatMap(({ subject }) => (subject ? [[subject.kind, subject.label]] : [])))
}

/** What people call the kinds in filters of the send history. Source: NOT-003. */
export const subjectKindLabels = collectSubjects(kinds)

/** Kinds of resources that messages are about. */
export const subjectKinds = keysOf(subjectKindLabels)

function collectSelectors(all: readonly KindFacts[]): {
  readonly [Name in ResourceKind]: Extract<Kind, { name: Name; selector: unknown }>['selector']
}
function collectSelectors(all: readonly KindFacts[]) {
  return Object.fromEntries(all.flatMap(({ name, selector }) => (selector ? [[name, selector]] : [])))
}

/** The schema of a selector of each kind that can be searched for. */
export const resourceSelectors = collectSelectors(kinds)

/** Kinds of resources that can be searched for. */
export const resourceKinds = keysOf(resourceSelectors)
