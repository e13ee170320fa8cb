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

const name = field(z.string().trim().min(1, 'This field is required').max(253), { title: 'Name' })

const changes = z
  .strictObject({
    name,
    age: age('Age', 'Older changes of the type are removed.'),
    count: field(z.number().int().min(1).optional(), {
      title: 'Count',
      description: 'Of an item at most so many changes of the type are kept.',
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
    'Items that were created longer ago are deleted, and not stored again while their source shows them.',
  ),
  updatedAge: age(
    'Age since the last change',
    'Items that changed last longer ago are deleted, and not stored again while their source shows them unchanged.',
  ),
  deletedAge: age('Age since deletion', 'Items that were deleted longer ago are forgotten.'),
})

const retention = z.strictObject({
  changes: field(z.array(changes).max(100).optional(), {
    title: 'Changes',
    description: 'Types of changes that are not kept as long as others.',
  }),
  types: field(z.array(types).max(100).optional(), {
    title: 'Types',
    description: 'Types of items that are not kept as long as others.',
    aliases: ['type'],
  }),
  staleItemAge: ageOrKeep(
    'Age of stale items',
    'Items that no run has seen for so long are deleted, where no complete run says it earlier. keep: never.',
  ),
  staleAnalysisAge: ageOrKeep(
    'Age of stale insights',
    'Insights that no run has seen for so long are resolved. keep: never. Default: 48h.',
  ),
})

/** Fields of a scraper besides the entries of its types. */
export const scraperFields = {
  schedule: field(
    z
      .string()
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
    description: 'How much runs say in their log. Default: info.',
    destination: false,
  }),
  full: field(z.boolean().optional(), {
    title: 'Full mode',
    description:
      'Whether documents are objects with the keys config, changes, analysis and costs, which become an item, its changes, its insights and its costs by day.',
    destination: false,
  }),
  timeout: field(durationText({ minimum: '1s', maximum: '4h' }).optional(), {
    title: 'Timeout',
    description: 'How long a run of each entry may take. Default: that of its type.',
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
