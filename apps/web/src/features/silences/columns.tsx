import { Age, classNames, type DataColumn, NoValue, TruncatedText, useNow } from '@binnacle/ui'
import { BellOff, Network, TriangleAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { dataColumns } from '../../application/columns/data-columns.ts'
import { type Silence, silenceList } from './queries.ts'
import { coverageWords, durationWords, targetOfSilence } from './words.ts'

const kindAppearance = {
  silence: { Icon: BellOff, word: 'Silence' },
  maintenance: { Icon: Wrench, word: 'Maintenance' },
} as const

/** The kind of a silence, as an icon with a word for screen readers. */
function SilenceIcon({ kind }: Pick<Silence, 'kind'>): ReactNode {
  const { Icon, word } = kindAppearance[kind]
  return (
    <span className="shrink-0 text-muted" title={word}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{word} </span>
    </span>
  )
}

/** Strikes its content through once the silence is over. Source: SIL-003. */
function Struck({ silence, children }: { silence: Silence; children: ReactNode }): ReactNode {
  const now = useNow('minute')
  const isOver = silence.state === 'expired' || (silence.until !== null && Date.parse(silence.until) < now)
  return isOver ? <del className="text-muted">{children}</del> : children
}

function ResourceCell({ silence }: { silence: Silence }): ReactNode {
  const target = targetOfSilence(silence)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SilenceIcon kind={silence.kind} />
      <span className="min-w-0">
        <Struck silence={silence}>
          <TruncatedText text={coverageWords(silence)} />
        </Struck>
        {(target?.type ?? silence.filter) !== null && (
          <TruncatedText
            className="text-small font-normal text-muted"
            text={[target?.type, silence.filter].filter((part) => typeof part === 'string').join(' · ')}
          />
        )}
      </span>
      {silence.recursive && (
        <span className="shrink-0 text-muted" title="And everything inside it">
          <Network aria-hidden="true" className="size-3.5" />
          <span className="sr-only">and everything inside it</span>
        </span>
      )}
      {silence.error !== null && (
        <span className="shrink-0 text-warning" title={`The filter failed: ${silence.error}`}>
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          <span className="sr-only">The filter failed: {silence.error}</span>
        </span>
      )}
    </span>
  )
}

/** The columns of the list of silences. @param zone in which times are shown */
export function silenceColumns(zone: string): readonly DataColumn<Silence>[] {
  return dataColumns(silenceList.columns, {
    resource: { width: 220, grow: 1, cell: (silence) => <ResourceCell silence={silence} /> },
    from: {
      // Two days with their times.
      width: 284,
      cell: (silence) => (
        <Struck silence={silence}>
          <TruncatedText className="numeric" text={durationWords(silence, zone)} />
        </Struck>
      ),
    },
    until: {
      width: 92,
      narrow: 'keep',
      stackedWidth: 76,
      cell: ({ ends_at: endsAt }) => (endsAt === null ? <NoValue /> : <Age time={endsAt} />),
    },
    description: {
      width: 180,
      grow: 1,
      cell: ({ description, name }) => {
        const text = [name, description].filter((part) => part !== null && part !== '').join(': ')
        return text === '' ? <NoValue /> : <TruncatedText text={text} />
      },
    },
    suppressed: {
      width: 108,
      cell: ({ suppressed }) => (
        <span className={classNames(suppressed === 0 && 'text-muted')}>
          {suppressed.toLocaleString('en')}
        </span>
      ),
    },
    source: {
      width: 84,
      narrow: 'drop',
      rank: 2,
      cell: ({ source }) => (source === null ? <NoValue /> : source),
    },
    created_by: {
      width: 140,
      narrow: 'drop',
      rank: 1,
      cell: ({ createdBy }) => (createdBy === null ? <NoValue /> : <TruncatedText text={createdBy.name} />),
    },
    created_at: { width: 92, narrow: 'drop', rank: 3, cell: (row) => <Age time={row.created_at} /> },
  })
}
