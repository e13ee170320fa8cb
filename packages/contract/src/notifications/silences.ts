import * as z from 'zod/mini'
import { healths } from '../core/health.ts'
import { parseLabelSelector } from '../search/label-selector.ts'
import { parseDuration } from '../text/duration.ts'
import { isTimeZone } from './date-math.ts'
import { silenceKinds } from './resource-silence.ts'
import { subjectKinds } from '../kinds/kinds.ts'

/** Columns that name the resource of a silence. At most one of them is set. Source: SIL-005. */
export const silenceTargets = ['config_id', 'component_id', 'check_id', 'canary_id'] as const
export type SilenceTarget = (typeof silenceTargets)[number]

/** The kind of resource that each column names. */
export const targetKinds = {
  config_id: 'config',
  component_id: 'component',
  check_id: 'check',
  canary_id: 'canary',
} as const satisfies Readonly<Record<SilenceTarget, string>>

/** What has to be sent along to silence every resource. */
export const EVERYTHING = 'everything'

/** A silence that ends this soon after it began is not announced before it ends. */
export const SHORTEST_ANNOUNCED_MILLISECONDS = 30 * 60_000
/** How long before its end a silence is announced. */
export const ENDING_MILLISECONDS = 15 * 60_000

/** Variables that filters of silences and rules see. Those of other kinds of resources are missing. */
export const filterVariables = ['check', 'canary', 'status', 'agent', 'config', 'component'] as const

const MOST_PATTERNS = 100
const pattern = z.string().check(z.trim(), z.minLength(1), z.maxLength(253))
const patterns = z.optional(z.array(pattern).check(z.maxLength(MOST_PATTERNS)))

const labels = z.string().check(z.maxLength(1_000, { abort: true }), (context) => {
  const parsed = parseLabelSelector(context.value)
  if (!parsed.ok) context.issues.push({ code: 'custom', message: parsed.failure, input: context.value })
})

/**
 * Selects resources by what they are. All given fields must match. In `types`, `namespaces` and `names` one of the
 * patterns must match; `*` stands for any text, and a pattern after `!` must not match.
 */
export const silenceSelector = z.strictObject({
  kinds: z.optional(z.array(z.enum(subjectKinds))),
  types: patterns,
  namespaces: patterns,
  names: patterns,
  /** A label selector such as `team=payments,tier!=dev`. */
  labels: z.optional(labels),
})
export type SilenceSelector = z.output<typeof silenceSelector>

/** Whether a selector has no condition. */
export function isEmptySelector(selector: SilenceSelector): boolean {
  return Object.values(selector).every((value) => value === undefined || value.length === 0)
}

const id = z.optional(z.uuid('is not an id'))

const SHORTEST_WINDOW = 60_000
const LONGEST_WINDOW = 31 * 86_400_000

const duration = z.string().check(z.maxLength(1_024, { abort: true }), (context) => {
  const parsed = parseDuration(context.value)
  const message = !parsed.ok
    ? parsed.failure
    : parsed.value < SHORTEST_WINDOW || parsed.value > LONGEST_WINDOW
      ? 'Enter a duration between 1m and 31d'
      : undefined
  if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
})

const timeZone = z.string().check(z.maxLength(1_024, { abort: true }), (context) => {
  if (!isTimeZone(context.value))
    context.issues.push({
      code: 'custom',
      message: `There is no time zone "${context.value}"; write it as Europe/Berlin`,
      input: context.value,
    })
})

/** Which resources a silence covers. */
const coverage = {
  config_id: id,
  component_id: id,
  check_id: id,
  canary_id: id,
  /** Whether it covers resources inside the chosen one too. */
  recursive: z._default(z.boolean(), false),
  selector: z._default(silenceSelector, {}),
  /** A CEL expression; the silence covers only what it is true for. */
  filter: z._default(z.string().check(z.trim(), z.maxLength(4_000)), ''),
  /** `everything`, to cover every resource without any condition. */
  everything: z.optional(z.string()),
}

/** When a silence holds. */
const times = {
  /** ISO 8601 or date math, such as `now` or `now+1h`. */
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  /** Five cron fields: when each window of recurring maintenance starts. */
  schedule: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** How long each window takes. */
  duration: z.optional(duration),
  /** The zone of `schedule`, and of days in date math. Default: UTC. */
  time_zone: z.optional(timeZone),
}

/** A silence as clients write it. */
export const silenceForm = z.object({
  kind: z._default(z.enum(silenceKinds), 'silence'),
  name: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  namespace: z._default(z.string().check(z.trim(), z.maxLength(253)), 'default'),
  /** Shown as Reason. */
  description: z.optional(z.string().check(z.trim(), z.maxLength(4_000))),
  ...coverage,
  ...times,
})
export type SilenceForm = z.output<typeof silenceForm>

/** A silence that is being written, to see what it would do. */
export const silenceDraft = z.object({ ...coverage, ...times })
export type SilenceDraft = z.output<typeof silenceDraft>

const time = z.iso.datetime({ offset: true })
const window = z.object({ from: time, until: time })

/** What a silence would do now. */
export const silencePreview = z.object({
  /** How many resources it covers. */
  total: z.int(),
  /** How many resources there are. */
  of: z.int(),
  /** Whether every resource was looked at; otherwise the counts are lower bounds. */
  complete: z.boolean(),
  kinds: z.array(z.object({ kind: z.enum(subjectKinds), count: z.int() })),
  /** The first covered resources, unhealthy ones first. */
  resources: z.array(
    z.object({
      kind: z.enum(subjectKinds),
      id: z.string(),
      name: z.string(),
      type: z.nullable(z.string()),
      namespace: z.nullable(z.string()),
      health: z.enum(healths),
      path: z.string(),
    }),
  ),
  /** How many of the covered resources are not healthy now. */
  unhealthy: z.int(),
  /** How many messages of the last day it would have kept back. */
  messages: z.int(),
  /** The next windows of recurring maintenance. */
  windows: z.array(window),
  /** What is wrong with the filter on one of the resources. */
  error: z.nullable(z.string()),
})
export type SilencePreview = z.output<typeof silencePreview>

/** States of a silence by time. */
export const silenceStates = ['active', 'scheduled', 'expired'] as const
export type SilenceState = (typeof silenceStates)[number]
