import { EMAIL_FORM } from '../text/email-form.ts'
import * as z from 'zod/mini'
import type { Severity } from '../health/severity.ts'
import { quietHours } from './quiet-hours.ts'
import { onCallName } from './rota.ts'

const contactKinds = ['email', 'sms', 'voice', 'connection', 'web_push'] as const
export type ContactKind = (typeof contactKinds)[number]

/** How urgent an alert is for those who are told. */
export const urgencies = ['high', 'medium', 'low'] as const
export type Urgency = (typeof urgencies)[number]

export const urgencyLabels: Readonly<Record<Urgency, string>> = {
  high: 'Critical and high',
  medium: 'Medium and warning',
  low: 'Low and info',
}

const urgencyBySeverity: Readonly<Record<Severity, Urgency>> = {
  critical: 'high',
  blocker: 'high',
  high: 'high',
  medium: 'medium',
  warning: 'medium',
  low: 'low',
  info: 'low',
}

/** Returns how urgent alerts of a severity are. */
export function urgencyOf(severity: Severity): Urgency {
  return urgencyBySeverity[severity]
}

/**
 * Services in which a connection reaches a person, and the setting of a message that leads to the person, as the spec of
 * the service names it. Some services need no address: the connection itself leads there.
 */
export const personalServices = {
  ntfy: undefined,
  pushover: { property: 'devices', ask: 'Devices' },
  pushbullet: { property: 'targets', ask: 'Email or device' },
  telegram: { property: 'chats', ask: 'Chat' },
  gotify: undefined,
  bark: undefined,
  signal: { property: 'recipients', ask: 'Phone number' },
} as const satisfies Readonly<Record<string, { property: string; ask: string } | undefined>>
export type PersonalService = keyof typeof personalServices

/** Types of connections that send text messages and make calls, which cost money. */
export const phoneServices = ['twilio'] as const

/** The property of a connection that lets everybody have messages sent to themselves through it. */
export const PERSONAL_USE = 'personalUse'

/** Narrows a connection type to a service that reaches a person. */
export function isPersonalService(type: string): type is PersonalService {
  return Object.hasOwn(personalServices, type)
}

const emailAddress = z
  .string('Enter an email address')
  .check(
    z.trim(),
    z.maxLength(254, { error: 'must have at most 254 characters', abort: true }),
    z.regex(EMAIL_FORM, 'Enter an email address such as ada@example.com'),
  )

/** International numbers as ITU-T E.164 writes them. */
const phoneNumber = z.string('Enter a phone number').check(
  z.maxLength(1_024, { abort: true }),
  z.overwrite((text) => text.replaceAll(/[\s()./-]/g, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Enter a number with its country code, such as +49 30 1234567'),
)

const connectionId = z.uuid('Choose a connection')

/** A subscription of a browser, as its Push API gives it. */
export const pushSubscription = z.object(
  {
    endpoint: z.url().check(z.maxLength(2_000), z.startsWith('https://')),
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
      auth: z.string().check(z.regex(/^[\w-]{16,40}={0,2}$/)),
    }),
  },
  'Allow messages from this site first',
)
export type PushSubscription = z.output<typeof pushSubscription>

/** What somebody enters of a way to reach them. */
export const methodForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), label: onCallName, address: emailAddress }),
  z.object({ kind: z.literal('sms'), label: onCallName, address: phoneNumber, connectionId }),
  z.object({ kind: z.literal('voice'), label: onCallName, address: phoneNumber, connectionId }),
  z.object({
    kind: z.literal('connection'),
    label: onCallName,
    connectionId,
    /** What the service needs to know of the person, such as the topic. */
    address: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  z.object({ kind: z.literal('web_push'), label: onCallName, subscription: pushSubscription }),
])
export type MethodForm = z.output<typeof methodForm>

/** A way to reach the requesting person. */
const contactMethod = z.object({
  id: z.uuid(),
  kind: z.enum(contactKinds),
  label: z.string(),
  /** Empty for browsers. */
  address: z.string(),
  connection: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  verified: z.boolean(),
})
export type ContactMethod = z.output<typeof contactMethod>

export const verification = z.object({
  code: z.string('Enter the code').check(z.trim(), z.regex(/^\d{6}$/, 'Enter the 6 digits of the code')),
})

/** The ways in which alerts of an urgency reach a person, one after the other while nobody acknowledges. */
export const reachPlan = z
  .array(
    z.object({
      methodId: z.uuid('Choose a way'),
      afterMinutes: z
        .int('Enter a whole number of minutes')
        .check(z.minimum(0, 'Enter at least 0'), z.maximum(1_440, 'Enter at most 1440 (a day)')),
    }),
  )
  .check(z.maxLength(20, 'must have at most 20 steps'))
export type ReachPlan = z.output<typeof reachPlan>

export const reachPlans = z.object({ high: reachPlan, medium: reachPlan, low: reachPlan })
export type ReachPlans = z.output<typeof reachPlans>

/** How the requesting person is reached, and what they may add. */
export const ownReach = z.object({
  /** The address of the account, which is used when no other way is set up. */
  email: z.nullable(z.string()),
  methods: z.array(contactMethod),
  plans: reachPlans,
  /** Null: messages go out at any hour. */
  quietHours: z.nullable(quietHours),
  /** Kinds that this installation can send to. */
  kinds: z.array(z.enum(contactKinds)),
  /** Connections through which a message can reach a person. */
  connections: z.array(z.object({ id: z.uuid(), name: z.string(), type: z.string() })),
})
export type OwnReach = z.output<typeof ownReach>

/** The public key with which browsers subscribe. */
export const pushKey = z.object({ key: z.string() })

/** A secret address from which a calendar reads shifts. It is shown only once. */
export const feedForm = z.object({ rotaId: z._default(z.nullable(z.uuid('is not an id')), null) })
const feed = z.object({
  id: z.uuid(),
  /** Null: all shifts of the person. */
  rota: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  createdAt: z.iso.datetime(),
  lastReadAt: z.nullable(z.iso.datetime()),
})
export type Feed = z.output<typeof feed>
export const feedList = z.object({ feeds: z.array(feed) })
export const newFeed = z.object({ id: z.uuid(), url: z.string() })

/** What may keep an alert from reaching somebody. */
const readinessKinds = [
  'gap',
  'nobody-reached',
  'unverified-person',
  'unverified-address',
  'gone-person',
  'broken-way',
] as const
export type ReadinessKind = (typeof readinessKinds)[number]

const readinessProblem = z.object({
  kind: z.enum(readinessKinds),
  /** What is wrong, as a sentence. */
  text: z.string(),
  /** Path of the page on which it is corrected. */
  path: z.nullable(z.string()),
  /** Who can be sent a test message. */
  personId: z.nullable(z.uuid()),
})
export type ReadinessProblem = z.output<typeof readinessProblem>

export const readiness = z.object({
  problems: z.array(readinessProblem),
  /** How many rotas, policies and people were looked at. */
  counts: z.object({ rotas: z.int(), policies: z.int(), people: z.int() }),
})
export type Readiness = z.output<typeof readiness>

/** What came of test messages, one for each way. */
export const testResult = z.object({
  results: z.array(z.object({ label: z.string(), error: z.nullable(z.string()) })),
})
export type TestResult = z.output<typeof testResult>
