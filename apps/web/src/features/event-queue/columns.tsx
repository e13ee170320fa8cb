import type { QueuedEvent, QueueState } from '@binnacle/contract/events'
import { Age, classNames, type DataColumn, NoValue, TruncatedText, useNow } from '@binnacle/ui'
import { CircleX, Clock, Play, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueueSummary } from './queries.ts'

/** What people read for each state. */
export const stateLabels: Readonly<Record<QueueState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  retrying: 'Retrying',
  dead: 'Dead letter',
}

const stateAppearance = {
  waiting: { Icon: Clock, tone: 'text-secondary' },
  running: { Icon: Play, tone: 'text-accent-text' },
  retrying: { Icon: RotateCw, tone: 'text-warning' },
  dead: { Icon: CircleX, tone: 'text-unhealthy' },
} as const

/** The state of an event, as an icon and a word. */
export function EventState({ state }: { state: QueueState }): ReactNode {
  const { Icon, tone } = stateAppearance[state]
  return (
    <span className={classNames('inline-flex items-center gap-1.5 whitespace-nowrap', tone)}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {stateLabels[state]}
    </span>
  )
}

function ErrorText({ error }: { error: string | null }): ReactNode {
  return error === null ? <NoValue /> : <TruncatedText text={error} />
}

/** When an event is tried again. */
export function NextAttempt({ time }: { time: string | null }): ReactNode {
  const now = useNow('minute')
  if (time === null) return <NoValue />
  return Date.parse(time) <= now ? (
    'Due'
  ) : (
    <span className="whitespace-nowrap">
      in <Age time={time} />
    </span>
  )
}

/** The columns of the list by name. */
export const summaryColumns: readonly DataColumn<QueueSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: 180,
    cell: ({ name }) => <code className="text-small">{name}</code>,
  },
  {
    id: 'pending',
    header: 'Pending',
    sortable: true,
    numeric: true,
    width: 96,
    narrow: 'keep',
    stackedWidth: 92,
    cell: ({ pending }) => pending.toLocaleString('en'),
  },
  {
    id: 'failed',
    header: 'Failed',
    sortable: true,
    numeric: true,
    width: 88,
    narrow: 'keep',
    stackedWidth: 80,
    cell: ({ failed }) => (
      <span className={failed > 0 ? 'font-medium text-unhealthy' : undefined}>
        {failed.toLocaleString('en')}
      </span>
    ),
  },
  {
    id: 'average_attempts',
    header: 'Average Attempts',
    sortable: true,
    numeric: true,
    width: 150,
    cell: ({ average_attempts: average }) => average.toLocaleString('en', { maximumFractionDigits: 1 }),
  },
  {
    id: 'first_failure',
    header: 'First Failure',
    sortable: true,
    numeric: true,
    width: 118,
    cell: ({ first_failure: time }) => <Age time={time} />,
  },
  {
    id: 'last_failure',
    header: 'Last Failure',
    sortable: true,
    numeric: true,
    width: 118,
    cell: ({ last_failure: time }) => <Age time={time} />,
  },
  {
    id: 'most_common_error',
    header: 'Most Common Error',
    width: 220,
    grow: 2,
    cell: ({ most_common_error: error }) => <ErrorText error={error} />,
  },
]

/** The columns of the events of one name. */
export const eventColumns: readonly DataColumn<QueuedEvent>[] = [
  {
    id: 'consumer',
    header: 'Consumer',
    width: 160,
    cell: ({ consumer, name }) => <TruncatedText text={consumer ?? name} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 116,
    narrow: 'keep',
    cell: ({ state }) => <EventState state={state} />,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    numeric: true,
    width: 92,
    cell: ({ attempts, most_attempts: most }) => `${attempts} of ${most}`,
  },
  {
    id: 'created_at',
    header: 'Emitted',
    sortable: true,
    numeric: true,
    width: 100,
    cell: ({ created_at: time }) => <Age time={time} />,
  },
  {
    id: 'last_failure',
    header: 'Last Failure',
    numeric: true,
    width: 110,
    cell: ({ last_failure: time }) => <Age time={time} />,
  },
  {
    id: 'next_attempt',
    header: 'Next Attempt',
    numeric: true,
    width: 116,
    cell: ({ next_attempt: time }) => <NextAttempt time={time} />,
  },
  { id: 'error', header: 'Error', width: 220, grow: 2, cell: ({ error }) => <ErrorText error={error} /> },
]
