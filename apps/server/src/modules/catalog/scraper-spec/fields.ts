import { REQUIRED } from '@binnacle/contract/core'
import { durationText, field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { parseScraperSchedule } from './schedule.ts'

/** Schedules that forms offer. Source: specification, document 3, section 5. */
const offeredSchedules = [
  ...['30s', '1m', '5m', '15m', '30m', '2h', '4h', '6h', '8h'].map((interval) => `@every ${interval}`),
  '@hourly',
  '@daily',
  '@weekly',
]

const age = (title: string, description: string) =>
  field(durationText({ minimum: '1s', maximum: '3650d' }).optional(), {
    title,
    description,
    widget: 'duration',
    destination: false,
  })

const ageOrKeep = (title: string, description: string) =>
  field(z.union([z.literal('keep'), durationText({ minimum: '1s', maximum: '3650d' })]).optional(), {
    title,
    description,
    destination: false,
  })

const name = field(z.string().trim().min(1, REQUIRED).max(253), { title: 'Name' })

const changes = z
  .strictObject({
    name,
    age: age('Age', 'Older changes of the type are removed.'),
    count: field(z.number().int().min(1).optional(), {
      title: 'Count',
      description: 'At most this many changes of the type are kept for each item.',
    }),
  })
  .check((context) => {
    if (context.value.age === undefined && context.value.count === undefined)
      context.issues.push({ code: 'custom', message: 'give "age", "count" or both', input: context.value })
  })

const types = z.strictObject({
  name,
  createdAge: age(
    'Age since creation',
    'Items that were created longer ago are deleted. They are not stored again while the source still lists them.',
  ),
  updatedAge: age(
    'Age since the last change',
    'Items whose last change is older are deleted. They are not stored again while the source lists them unchanged.',
  ),
  deletedAge: age('Age since deletion', 'Items that were deleted longer ago are removed for good.'),
})

const retention = z.strictObject({
  changes: field(z.array(changes).max(100).optional(), {
    title: 'Changes',
    description: 'Types of changes with a shorter retention.',
  }),
  types: field(z.array(types).max(100).optional(), {
    title: 'Types',
    description: 'Types of items with a shorter retention.',
    aliases: ['type'],
  }),
  staleItemAge: ageOrKeep(
    'Age of stale items',
    'Items that no run has seen for this long are deleted. A complete run deletes them earlier. keep: never.',
  ),
  staleAnalysisAge: ageOrKeep(
    'Age of stale insights',
    'Insights that no run has seen for this long are resolved. keep: never. Default: 48h.',
  ),
})

/** Fields of a scraper besides the entries of its types. */
export const scraperFields = {
  schedule: field(
    z
      .string()
      .max(1_024, { abort: true })
      .trim()
      .check((context) => {
        const schedule = parseScraperSchedule(context.value)
        if (!schedule.ok)
          context.issues.push({ code: 'custom', message: schedule.failure, input: context.value })
      })
      .optional(),
    {
      title: 'Schedule',
      description:
        'Such as @every 60m, @hourly or */30 * * * *. @never: only by hand. At least 29 s lie between runs. Default: @every 60m.',
      widget: 'schedule',
      offered: offeredSchedules,
      destination: false,
    },
  ),
  logLevel: field(z.enum(['trace', 'debug', 'info']).optional(), {
    title: 'Log level',
    description: 'Least severe lines in the log of runs. Default: info.',
    destination: false,
  }),
  full: field(z.boolean().optional(), {
    title: 'Full mode',
    description:
      'Reads documents as objects with the keys config, changes, analysis and costs, which become an item, its changes, its insights and its costs by day.',
    destination: false,
  }),
  timeout: field(durationText({ minimum: '1s', maximum: '4h' }).optional(), {
    title: 'Timeout',
    description: 'Longest time of a run of one entry. Default: the timeout of its type.',
    widget: 'duration',
    destination: false,
  }),
  retention: field(retention.optional(), { title: 'Retention', destination: false, group: 'advanced' }),
} as const

/** Keys of a scraper that no type may be named after. */
export const reservedNames: readonly string[] = [
  ...Object.keys(scraperFields),
  'apiVersion',
  'kind',
  'metadata',
  'spec',
  'status',
]
