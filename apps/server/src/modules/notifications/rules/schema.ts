import { isUuid, REQUIRED } from '@binnacle/contract/core'
import { notifiableEvents } from '@binnacle/contract/kinds'
import {
  flapping,
  groupKeys,
  readRepeatInterval,
  SHORT_DURATION,
  SHORTEST_WAIT,
} from '@binnacle/contract/notifications'
import { quietHours } from '@binnacle/contract/on-call'
import { readConnectionReference } from '@binnacle/plugin-kit/core'
import { z } from 'zod'

const NAME_LENGTH = 200
const TITLE_LENGTH = 1_000
const FILTER_LENGTH = 10_000
const TEMPLATE_LENGTH = 100_000
const MOST_SERVICES = 20
const MOST_PROPERTIES = 100
const MOST_GROUP_KEYS = 20

const atMost = (length: number) => `must have at most ${length} characters`
const text = (length: number) => z.string('must be text').max(length, { error: atMost(length), abort: true })

/** Text where an empty one means none, as forms send it. */
const optionalText = (length: number) =>
  text(length)
    .transform((value) => (value.trim() === '' ? undefined : value))
    .optional()

const id = z.string().max(1_024, { abort: true }).refine(isUuid, 'is not an id')

const nanoseconds = z.int('must be a whole number of nanoseconds')
const duration = nanoseconds.min(SHORTEST_WAIT, SHORT_DURATION).optional()

const interval = text(NAME_LENGTH)
  .transform((written, context) => {
    if (written.trim() === '') return undefined
    const read = readRepeatInterval(written)
    if (read.ok) return read.value
    context.addIssue({ code: 'custom', message: read.failure })
    return z.NEVER
  })
  .optional()

const properties = z
  .record(z.string(), z.string('must be text'))
  .refine((given) => Object.keys(given).length <= MOST_PROPERTIES, `must be at most ${MOST_PROPERTIES}`)

const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null && part !== ''))
    : value

/** A URL or a connection that a rule sends to. */
const service = z.preprocess(
  withoutNulls,
  z
    .strictObject({
      name: text(NAME_LENGTH).optional(),
      filter: text(FILTER_LENGTH).optional(),
      url: text(TITLE_LENGTH).trim().optional(),
      connection: text(NAME_LENGTH)
        .refine(
          (written) => readConnectionReference(written) !== undefined,
          'is neither an id nor a connection://',
        )
        .optional(),
      properties: properties.optional(),
    })
    .refine(({ url, connection }) => (url === undefined) !== (connection === undefined), {
      path: ['connection'],
      message: 'Name either a connection or a URL',
    }),
)

const services = z
  .array(service)
  .max(MOST_SERVICES, `must be at most ${MOST_SERVICES}`)
  // Forms send an empty list for none.
  .transform((list) => (list.length === 0 ? undefined : list))
  .optional()

const LABEL = /^label:\S+$/

const groupBy = z
  .array(
    z
      .string()
      .max(1_024, { abort: true })
      .refine(
        (key) => LABEL.test(key) || groupKeys.some((known) => known === key),
        `must be one of ${groupKeys.join(', ')}, or label:NAME`,
      ),
  )
  .max(MOST_GROUP_KEYS, `must be at most ${MOST_GROUP_KEYS}`)
  .transform((keys) => (keys.length === 0 ? undefined : [...new Set(keys)]))
  .optional()

/** Somebody whom a rule tells beside its one recipient. */
const furtherRecipient = z.preprocess(
  withoutNulls,
  z.unknown().transform((given, context) => {
    const shape =
      typeof given === 'object' && given !== null && 'person_id' in given
        ? z.strictObject({ person_id: id })
        : typeof given === 'object' && given !== null && 'team_id' in given
          ? z.strictObject({ team_id: id })
          : service
    const read = shape.safeParse(given)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  }),
)

const further = z
  .array(furtherRecipient)
  .max(MOST_SERVICES, `must be at most ${MOST_SERVICES}`)
  .transform((list) => (list.length === 0 ? undefined : list))
  .optional()

/** What a client sends of a rule. Other columns, such as counts, are left out of account. */
export const ruleRow = z.object({
  name: text(NAME_LENGTH)
    .transform((name) => (name.trim() === '' ? undefined : name.trim()))
    .optional(),
  namespace: text(NAME_LENGTH)
    .trim()
    .transform((namespace) => (namespace === '' ? 'default' : namespace))
    .default('default'),
  events: z
    .array(
      z.enum(notifiableEvents, {
        error: ({ input }) =>
          `"${String(input)}" is not an event; the events are ${notifiableEvents.join(', ')}`,
      }),
      REQUIRED,
    )
    .min(1, REQUIRED)
    .transform((events) => [...new Set(events)]),
  title: optionalText(TITLE_LENGTH),
  template: optionalText(TEMPLATE_LENGTH),
  filter: optionalText(FILTER_LENGTH),
  properties: properties
    .transform((given) => (Object.keys(given).length === 0 ? undefined : given))
    .optional(),
  person_id: id.optional(),
  team_id: id.optional(),
  custom_services: services,
  repeat_interval: interval,
  wait_for: duration,
  wait_for_eval_period: nanoseconds.min(0, 'must not be negative').optional(),
  group_by: groupBy,
  inhibit: z.boolean('must be true or false').default(true),
  escalation_policy_id: id.optional(),
  fallback_person_id: id.optional(),
  fallback_team_id: id.optional(),
  fallback_custom_services: services,
  fallback_delay: duration,
  further_recipients: further,
  quiet_hours: z.optional(quietHours),
  reminder_interval: duration,
  closing_delay: duration,
  flapping: z.optional(flapping),
  enabled: z.boolean('must be true or false').default(true),
})

/** A rule as a client means it. */
export type RuleRow = z.output<typeof ruleRow>
