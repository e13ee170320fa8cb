import { jobStatuses } from '@binnacle/contract/jobs'
import { Age, Badge, type DataColumn, NoValue, TextLink, TruncatedName, TruncatedText } from '@binnacle/ui'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { ListPath } from '../pages/addresses.ts'
import { JobStatus } from './job-status.tsx'
import { describeSource } from './source.ts'

/** Parses the fields that the lists of all resource tables share. An area extends it with its own fields. */
export const kindRow = z.object({
  id: z.string(),
  name: z.string(),
  source: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  icon: z.optional(z.nullable(z.string())),
  schedule: z.optional(z.nullable(z.string())),
  namespace: z.optional(z.nullable(z.string())),
  job_status: z.optional(z.nullable(z.enum(jobStatuses))),
  last_runtime: z.optional(z.nullable(z.string())),
  job_last_failed: z.optional(z.nullable(z.string())),
  labels: z.optional(z.nullable(z.record(z.string(), z.string()))),
})
/** A row of the list of a resource table. */
export type KindRow = z.infer<typeof kindRow>

/** Fields that only some tables have. */
export type OptionalField = 'schedule' | 'namespace' | 'job' | 'tags'

const selected: Readonly<Record<OptionalField, string>> = {
  schedule: 'schedule',
  namespace: 'namespace',
  job: 'job_status,last_runtime,job_last_failed',
  tags: 'labels',
}

/** Returns the `select` of the data service for a list. @param others columns of the area */
export function selectionOf(fields: readonly OptionalField[], others: readonly string[]): string {
  return [
    'id,name,source,created_at,updated_at,created_by(id,name,avatar)',
    ...fields.map((field) => selected[field]),
    ...others,
  ].join(',')
}

const sortable: Readonly<Record<OptionalField, readonly string[]>> = {
  schedule: ['schedule'],
  namespace: ['namespace'],
  job: ['job_status', 'last_runtime', 'job_last_failed'],
  tags: [],
}

/** Returns the columns by which the server sorts a list. @param others columns of the area */
export function sortColumnsOf(
  fields: readonly OptionalField[],
  others: readonly string[],
): readonly [string, ...string[]] {
  return [
    'name',
    'source',
    'created_at',
    'updated_at',
    ...fields.flatMap((field) => sortable[field]),
    ...others,
  ]
}

/** Ranks for narrow screens: the column with the highest rank is dropped first. */
const rank = { extra: 7, createdBy: 6, updated: 5, tags: 4, created: 3, lastFailed: 2, lastRun: 1 } as const

/**
 * Returns the columns of the list of a resource table.
 * @param setup.fields optional fields that this table has
 * @param setup.hrefOf returns the address of a row
 * @param setup.icon icon before the name
 * @param setup.first columns of the area after the name
 * @param setup.last columns of the area at the end; narrow screens drop them first
 */
export function kindColumns<Row extends KindRow>(setup: {
  fields: readonly OptionalField[]
  hrefOf: (row: Row) => `${ListPath}/${string}`
  icon?: (row: Row) => ReactNode
  first?: readonly DataColumn<Row>[]
  last?: readonly DataColumn<Row>[]
}): readonly DataColumn<Row>[] {
  const { fields, hrefOf, icon, first = [], last = [] } = setup
  const only = (field: OptionalField, columns: readonly DataColumn<Row>[]) =>
    fields.includes(field) ? columns : []
  const age = (id: string, header: string, leaves: number, time: (row: Row) => string | null) =>
    ({
      id,
      header,
      sortable: true,
      numeric: true,
      // Room for the longest of these headers.
      width: header === 'Last Failed' ? 104 : 92,
      narrow: 'drop',
      rank: leaves,
      cell: (row: Row) => <Age time={time(row)} />,
    }) satisfies DataColumn<Row>
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      width: 140,
      cell: (row) =>
        icon === undefined ? (
          <TruncatedName text={row.name} />
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            {icon(row)}
            <TruncatedName text={row.name} />
          </span>
        ),
    },
    ...first,
    {
      id: 'source',
      header: 'Source',
      sortable: true,
      width: 96,
      cell: ({ source }) => <TruncatedText text={describeSource(source).label} />,
    },
    ...only('schedule', [
      {
        id: 'schedule',
        header: 'Schedule',
        sortable: true,
        width: 104,
        cell: ({ schedule }) => <OptionalText text={schedule} />,
      },
    ]),
    ...only('namespace', [
      {
        id: 'namespace',
        header: 'Namespace',
        sortable: true,
        width: 112,
        cell: ({ namespace }) => ((namespace ?? '') === '' ? <NoValue /> : <Badge>{namespace}</Badge>),
      },
    ]),
    ...only('job', [
      {
        id: 'job_status',
        header: 'Job Status',
        sortable: true,
        width: 100,
        cell: (row) =>
          row.job_status == null ? (
            <NoValue />
          ) : (
            <span data-above-row="">
              <TextLink href={`${hrefOf(row)}?tab=jobHistory`}>
                <JobStatus status={row.job_status} />
              </TextLink>
            </span>
          ),
      },
      age('last_runtime', 'Last Run', rank.lastRun, (row) => row.last_runtime ?? null),
      age('job_last_failed', 'Last Failed', rank.lastFailed, (row) => row.job_last_failed ?? null),
    ]),
    ...only('tags', [
      {
        id: 'tags',
        header: 'Tags',
        width: 124,
        narrow: 'drop',
        rank: rank.tags,
        cell: ({ labels }) => <Tags labels={labels ?? {}} />,
      },
    ]),
    age('created_at', 'Created', rank.created, (row) => row.created_at),
    age('updated_at', 'Updated', rank.updated, (row) => row.updated_at),
    {
      id: 'created_by',
      header: 'Created By',
      width: 116,
      narrow: 'drop',
      rank: rank.createdBy,
      cell: ({ created_by: creator }) => <OptionalText text={creator?.name} />,
    },
    ...last.map((column) => ({ ...column, narrow: 'drop' as const, rank: rank.extra })),
  ]
}

function OptionalText({ text }: { text: string | null | undefined }): ReactNode {
  return (text ?? '') === '' ? <NoValue /> : <TruncatedText text={text ?? ''} />
}

/** The first labels, and the number of the others. */
function Tags({ labels }: { labels: Readonly<Record<string, string>> }): ReactNode {
  const [first, ...others] = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  if (first === undefined) return <NoValue />
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={[first, ...others].join('\n')}>
      <span className="min-w-0 truncate">{first}</span>
      {others.length > 0 && (
        <span className="shrink-0 text-small text-muted">{`+${others.length} more`}</span>
      )}
    </span>
  )
}
