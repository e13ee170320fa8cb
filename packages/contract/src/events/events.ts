import * as z from 'zod/mini'
import { severities } from '../health/severity.ts'
import type { SubjectKind } from '../notifications/rules.ts'

/** A check that changed between healthy and unhealthy, after its thresholds. */
const checkChanged = z.object({
  checkId: z.uuid(),
  canaryId: z.uuid(),
  /** Start of the run that changed the check. Together with `checkId` it identifies the result. */
  time: z.iso.datetime(),
  /** The status before; null if there was none. */
  previous: z.nullable(z.enum(['healthy', 'unhealthy'])),
  /** How bad its failure is. Events of older releases have none. */
  severity: z.optional(z.enum(severities)),
})

/** An alert of a notification rule. Consumers read from its row what holds now. */
const alertChanged = z.object({
  alertId: z.uuid(),
  notificationId: z.uuid(),
  /** The escalation policy of the rule; null if it has none. */
  policyId: z.nullable(z.uuid()),
  severity: z.enum(severities),
  time: z.iso.datetime(),
})

/** Something happened to an item of the catalog. Consumers read from its row what holds now. */
const configHappened = z.object({
  // Ids of items are hashes of their names, so their version is any.
  configId: z.guid(),
  time: z.iso.datetime(),
})

/** A change of an item of the catalog. One that is like an earlier one and soon after it has the id of that one. */
const configChanged = z.extend(configHappened, { changeId: z.uuid(), changeType: z.string() })

/** The health of an item of the catalog changed, or it is not well from the start. */
const configHealth = z.extend(configHappened, {
  /** Null for an item that was not known before. */
  previous: z.nullable(z.enum(['healthy', 'unhealthy', 'warning', 'unknown'])),
})

/** The health of a component changed, or it is not well from the start. Consumers read from its row what holds now. */
const componentHealth = z.object({
  componentId: z.uuid(),
  time: z.iso.datetime(),
  /** Null for a component that was not known before. */
  previous: z.nullable(z.enum(['healthy', 'unhealthy', 'warning', 'unknown'])),
})

/** The payload of each event. */
interface Payloads {
  /** A check that was unhealthy is healthy. */
  'check.passed': z.infer<typeof checkChanged>
  /** A check became unhealthy, or was unhealthy from its first run on. */
  'check.failed': z.infer<typeof checkChanged>
  /** A notification rule has a new alert. */
  'alert.opened': z.infer<typeof alertChanged>
  /** Somebody acknowledged an alert. */
  'alert.acknowledged': z.infer<typeof alertChanged>
  /** Everything that an alert is about is well again. */
  'alert.closed': z.infer<typeof alertChanged>
  /** A run found a new item. */
  'config.created': z.infer<typeof configHappened>
  /** An item is gone. */
  'config.deleted': z.infer<typeof configHappened>
  /** The document of an item changed. */
  'config.updated': z.infer<typeof configChanged>
  /** Something else happened to an item, as its source tells. */
  'config.changed': z.infer<typeof configChanged>
  /** An item became healthy. */
  'config.healthy': z.infer<typeof configHealth>
  /** An item became unhealthy, or was from the start. */
  'config.unhealthy': z.infer<typeof configHealth>
  /** An item got a warning, or had one from the start. */
  'config.warning': z.infer<typeof configHealth>
  /** The health of an item became unknown. */
  'config.unknown': z.infer<typeof configHealth>
  /** A component became healthy. */
  'component.healthy': z.infer<typeof componentHealth>
  /** A component became unhealthy, or was from the start. */
  'component.unhealthy': z.infer<typeof componentHealth>
  /** A component got a warning, or had one from the start. */
  'component.warning': z.infer<typeof componentHealth>
  /** The health of a component became unknown. */
  'component.unknown': z.infer<typeof componentHealth>
}

export type EventName = keyof Payloads

export type EventPayload<Name extends EventName> = Payloads[Name]

/** The form of an event. */
export interface EventForm<Payload> {
  /**
   * Increase it when the payload changes its meaning or loses a field. Waiting events of an older version then become dead
   * letters that say so.
   */
  version: number
  payload: z.ZodMiniType<Payload>
  /** Which resource it is about, if people can be notified of it. */
  about?: EventSubject<Payload>
}

/** The resource of an event. */
export interface EventSubject<Payload> {
  kind: SubjectKind
  id(payload: Payload): string
  /** What it says of the resource: something went wrong, that is over, or neither. */
  tells: 'alert' | 'recovery' | 'update'
  /** When it happened. */
  time(payload: Payload): Date
}

const aboutCheck = {
  kind: 'check',
  id: ({ checkId }: z.infer<typeof checkChanged>) => checkId,
  time: ({ time }: z.infer<typeof checkChanged>) => new Date(time),
} as const

const aboutConfig = {
  kind: 'config',
  id: ({ configId }: z.infer<typeof configHappened>) => configId,
  time: ({ time }: z.infer<typeof configHappened>) => new Date(time),
} as const

const aboutComponent = {
  kind: 'component',
  id: ({ componentId }: z.infer<typeof componentHealth>) => componentId,
  time: ({ time }: z.infer<typeof componentHealth>) => new Date(time),
} as const

/** All events by name. */
export const events: { readonly [Name in EventName]: EventForm<Payloads[Name]> } = {
  'check.passed': { version: 1, payload: checkChanged, about: { ...aboutCheck, tells: 'recovery' } },
  'check.failed': { version: 1, payload: checkChanged, about: { ...aboutCheck, tells: 'alert' } },
  'alert.opened': { version: 1, payload: alertChanged },
  'alert.acknowledged': { version: 1, payload: alertChanged },
  'alert.closed': { version: 1, payload: alertChanged },
  'config.created': { version: 1, payload: configHappened, about: { ...aboutConfig, tells: 'update' } },
  'config.deleted': { version: 1, payload: configHappened, about: { ...aboutConfig, tells: 'update' } },
  'config.updated': { version: 1, payload: configChanged, about: { ...aboutConfig, tells: 'update' } },
  // Far more happens than people want to be told of.
  'config.changed': { version: 1, payload: configChanged },
  'config.healthy': { version: 1, payload: configHealth, about: { ...aboutConfig, tells: 'recovery' } },
  'config.unhealthy': { version: 1, payload: configHealth, about: { ...aboutConfig, tells: 'alert' } },
  'config.warning': { version: 1, payload: configHealth, about: { ...aboutConfig, tells: 'alert' } },
  'config.unknown': { version: 1, payload: configHealth, about: { ...aboutConfig, tells: 'update' } },
  'component.healthy': {
    version: 1,
    payload: componentHealth,
    about: { ...aboutComponent, tells: 'recovery' },
  },
  'component.unhealthy': {
    version: 1,
    payload: componentHealth,
    about: { ...aboutComponent, tells: 'alert' },
  },
  'component.warning': { version: 1, payload: componentHealth, about: { ...aboutComponent, tells: 'alert' } },
  'component.unknown': {
    version: 1,
    payload: componentHealth,
    about: { ...aboutComponent, tells: 'update' },
  },
}
