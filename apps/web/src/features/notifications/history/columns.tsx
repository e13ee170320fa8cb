import { type SubjectKind, subjectKindLabels } from '@binnacle/contract/kinds'
import { historyList, type SendHistoryReasoned, type SendHistoryRow } from '@binnacle/contract/notifications'
import { formatComposedDuration } from '@binnacle/contract/text'
import { Age, type DataColumn, NoValue, TruncatedName, TruncatedText } from '@binnacle/ui'
import { Box, FileCheck2, Network, Stethoscope } from 'lucide-react'
import type { ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { useLocalTimes } from './local-times.ts'
import { reasonOf } from './reason.ts'
import { SendStatusLabel } from './status.tsx'

const icons = { check: Stethoscope, canary: FileCheck2, component: Network, config: Box } as const

const isKind = (kind: string): kind is SubjectKind => Object.hasOwn(icons, kind)

/** The kind of a resource, as an icon that says its name. */
export function KindIcon({ kind }: { kind: string }): ReactNode {
  if (!isKind(kind)) return null
  const Icon = icons[kind]
  return (
    <span title={subjectKindLabels[kind]} className="shrink-0 text-muted">
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{subjectKindLabels[kind]}</span>
    </span>
  )
}

/** Age of a row; of one that was decided several times, how often and over which time. */
export function SendAge({
  row,
}: {
  row: Pick<SendHistoryRow, 'created_at' | 'first_observed' | 'count'>
}): ReactNode {
  const { created_at: last, first_observed: first, count } = row
  const span = Date.parse(last) - Date.parse(first)
  return (
    <span className="whitespace-nowrap">
      <Age time={last} />
      {count > 1 && (
        <span className="text-muted numeric">
          {` ×${count.toLocaleString('en')}`}
          {span >= 1_000 && ` over ${formatComposedDuration(span)}`}
        </span>
      )}
    </span>
  )
}

function ReasonCell({ row }: { row: SendHistoryReasoned }): ReactNode {
  const reason = reasonOf(row)
  const localTimes = useLocalTimes()
  return reason === undefined ? (
    <NoValue />
  ) : (
    <TruncatedText className="text-secondary" text={localTimes(reason)} />
  )
}

/** The columns of the send history. */
export const historyColumns: readonly DataColumn<SendHistoryReasoned>[] = dataColumns(historyList.columns, {
  resource: {
    width: 200,
    grow: 3,
    cell: ({ resource, resource_type: kind }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <KindIcon kind={kind} />
        <TruncatedName text={resource.name} />
      </span>
    ),
  },
  status: {
    width: 136,
    stackedWidth: 136,
    narrow: 'keep',
    cell: ({ status }) => <SendStatusLabel status={status} />,
  },
  source_event: {
    width: 156,
    cell: ({ source_event: event }) => <code className="text-small">{event}</code>,
  },
  recipient_name: {
    width: 150,
    grow: 2,
    hasValue: ({ recipient_name: name }) => name !== null,
    cell: ({ recipient_name: name, service_title: service }) =>
      name === null ? <NoValue /> : <TruncatedText text={service === null ? name : `${name} (${service})`} />,
  },
  rule: {
    width: 130,
    grow: 1,
    rank: 2,
    cell: ({ rule }) => (rule === null ? <NoValue /> : <TruncatedText text={rule.name} />),
  },
  reason: {
    width: 140,
    grow: 2,
    rank: 1,
    hasValue: (row) => reasonOf(row) !== undefined,
    cell: (row) => <ReasonCell row={row} />,
  },
  // Wide enough for a count in the thousands and its span.
  created_at: { width: 170, cell: (row) => <SendAge row={row} /> },
})
