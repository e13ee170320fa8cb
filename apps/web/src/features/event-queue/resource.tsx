import type { DataColumn } from '@binnacle/ui'
import { ListChecks } from 'lucide-react'
import * as z from 'zod/mini'
import { ageColumn, codeColumn, numberColumn, textColumn } from '../../application/resource/columns.tsx'
import { fromTable } from '../../application/resource/from-table.ts'
import { defineResource } from '../../application/resource/resource.ts'
import { countField } from '../../application/resource/kind-fields.ts'
import { EVENT_QUEUE_PATH } from './paths.ts'

const summary = z.object({
  name: z.string(),
  pending: z.number(),
  failed: z.number(),
  average_attempts: z.number(),
  first_failure: z.nullable(z.string()),
  last_failure: z.nullable(z.string()),
  most_common_error: z.nullable(z.string()),
})
/** Counts of waiting and failed events with one name. */
type QueueSummary = z.infer<typeof summary>

/** The columns of the list by name. */
const columns: readonly DataColumn<QueueSummary>[] = [
  codeColumn({ id: 'name', header: 'Name', sortable: true, width: 180 }),
  numberColumn({
    id: 'pending',
    header: 'Pending',
    sortable: true,
    width: 96,
    narrow: 'keep',
    stackedWidth: 92,
  }),
  numberColumn(
    { id: 'failed', header: 'Failed', sortable: true, width: 88, narrow: 'keep', stackedWidth: 80 },
    { isProblem: true },
  ),
  numberColumn(
    { id: 'average_attempts', header: 'Average Attempts', sortable: true, width: 150 },
    { digits: 1 },
  ),
  ageColumn({ id: 'first_failure', header: 'First Failure', sortable: true, width: 118 }),
  ageColumn({ id: 'last_failure', header: 'Last Failure', sortable: true, width: 118 }),
  textColumn({ id: 'most_common_error', header: 'Most Common Error', width: 220, grow: 2 }),
]

/** What waits and what failed, by the name of the event; the latest failure comes first. */
export const eventNames = defineResource({
  path: EVENT_QUEUE_PATH,
  title: 'Event Queue Status',
  icon: ListChecks,
  topic: 'event_queue',
  access: 'database',
  words: {
    things: 'event names',
    search: 'Search by name',
    empty: {
      title: 'The queue is empty',
      text: 'Every event was consumed. Events that wait or fail are listed here by name.',
    },
  },
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  columns,
  sortColumns: ['last_failure', 'name', 'pending', 'failed', 'average_attempts', 'first_failure'],
  sortOrder: 'desc',
  unpaged: true,
  ...fromTable({
    table: 'event_queue_summary',
    columns: '*',
    row: summary,
    words: ['name'],
    fields: [
      { kind: 'text', name: 'name', help: 'Name of the event', column: 'name' },
      countField('pending', 'How many wait or failed'),
      countField('failed', 'How many failed'),
      { kind: 'number', name: 'attempts', help: 'Average number of attempts', column: 'average_attempts' },
      { kind: 'time', name: 'first_failure', help: 'Time of the first failure', column: 'first_failure' },
      { kind: 'time', name: 'last_failure', help: 'Time of the last failure', column: 'last_failure' },
      {
        kind: 'text',
        name: 'error',
        help: 'The most common error; * matches any characters',
        column: 'most_common_error',
      },
    ],
    id: 'name',
    unpaged: true,
  }),
  opens: 'page',
})
