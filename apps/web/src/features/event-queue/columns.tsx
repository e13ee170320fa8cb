import type { QueuedEvent, QueueState } from '@binnacle/contract/events'
import { Age, type DataColumn, NoValue, StateLabel, TruncatedText, useNow } from '@binnacle/ui'
import { CircleX, Clock, Play, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { ageColumn, textColumn } from '../../application/resource/columns.tsx'

/** Label of each state. */
export const stateLabels: Readonly<Record<QueueState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  retrying: 'Retrying',
  dead: 'Dead letter',
}

const stateLooks = {
  waiting: { Icon: Clock, tone: 'text-secondary' },
  running: { Icon: Play, tone: 'text-accent-text' },
  retrying: { Icon: RotateCw, tone: 'text-warning' },
  dead: { Icon: CircleX, tone: 'text-unhealthy' },
} as const

/** The state of an event, as an icon and a word. */
export function EventState({ state }: { state: QueueState }): ReactNode {
  return <StateLabel look={stateLooks[state]} label={stateLabels[state]} />
}

/** Used attempts of an event, and how many it has. */
export const attemptsOf = ({ attempts, most_attempts: most }: QueuedEvent) => `${attempts} of ${most}`

/** Time of the next attempt. */
export function NextAttempt({ time }: { time: string | null }): ReactNode {
  const now = useNow('minute')
  if (time === null) return <NoValue />
  return Date.parse(time) <= now ? 'Due' : <Age time={time} />
}

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
    cell: (row) => <EventState state={row.state} />,
  },
  { id: 'attempts', header: 'Attempts', numeric: true, width: 92, cell: attemptsOf },
  ageColumn({ id: 'created_at', header: 'Emitted', sortable: true, width: 100 }),
  ageColumn({ id: 'last_failure', header: 'Last Failure', width: 110 }),
  {
    id: 'next_attempt',
    header: 'Next Attempt',
    numeric: true,
    width: 116,
    cell: ({ next_attempt: time }) => <NextAttempt time={time} />,
  },
  textColumn({ id: 'error', header: 'Error', width: 220, grow: 2 }),
]
