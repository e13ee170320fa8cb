import { insightList } from '@binnacle/contract/catalog'
import { Age, type DataColumn, NoValue, TextLink, TruncatedName, TruncatedText } from '@binnacle/ui'
import {
  BadgeCheck,
  BadgeDollarSign,
  Gauge,
  Lightbulb,
  type LucideIcon,
  Plug,
  ShieldAlert,
  Timer,
  Wrench,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { insightText } from '../../../application/pages/insight-text.ts'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import { SeverityText } from '../severity.tsx'
import { wordsOf } from './filters.ts'
import type { Insight } from './queries.ts'

const pictures: ReadonlyMap<string, LucideIcon> = new Map([
  ['cost', BadgeDollarSign],
  ['availability', Timer],
  ['performance', Gauge],
  ['security', ShieldAlert],
  ['integration', Plug],
  ['compliance', BadgeCheck],
  ['technical_debt', Wrench],
  ['reliability', Timer],
])

/** A type of insights as a picture and a word. */
export function AnalysisTypeText({ type }: { type: string }): ReactNode {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {createElement(pictures.get(type) ?? Lightbulb, {
        className: 'size-3.5 shrink-0 text-muted',
        'aria-hidden': 'true',
      })}
      <span className="min-w-0 truncate">{wordsOf(type)}</span>
    </span>
  )
}

const columns: readonly DataColumn<Insight>[] = dataColumns(insightList.columns, {
  analyzer: {
    width: 220,
    grow: 3,
    cell: ({ analyzer, summary, message }) => {
      const says = insightText({ summary, message })
      return (
        <span className="block min-w-0 py-1">
          <TruncatedText text={analyzer} />
          {says !== undefined && <TruncatedText className="text-small font-normal text-muted" text={says} />}
        </span>
      )
    },
  },
  config: {
    width: 180,
    grow: 1,
    cell: ({ config }) =>
      config === undefined ? (
        <NoValue />
      ) : (
        <TextLink
          href={configHref(config.id)}
          className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-top"
        >
          <ConfigIcon type={config.type} className="size-3.5 shrink-0 text-muted" />
          <TruncatedName text={config.name} />
        </TextLink>
      ),
  },
  analysis_type: { width: 140, cell: ({ analysis_type: type }) => <AnalysisTypeText type={type} /> },
  severity: {
    width: 100,
    narrow: 'keep',
    cell: ({ severity }) => (severity === null ? <NoValue /> : <SeverityText severity={severity} />),
  },
  status: { width: 90, cell: ({ status }) => (status === null ? <NoValue /> : wordsOf(status)) },
  first_observed: { width: 128, cell: ({ first_observed: time }) => <Age time={time} /> },
  last_observed: { width: 128, rank: 1, cell: ({ last_observed: time }) => <Age time={time} /> },
})

const columnsOfOne = columns.filter(({ id }) => id !== 'config')

/** The columns of lists of insights. @param ofOne whether all are of one item */
export function insightColumns(ofOne: boolean): readonly DataColumn<Insight>[] {
  return ofOne ? columnsOfOne : columns
}
