import { Age, Dialog, type KeyValue, KeyValueList, TextLink } from '@binnacle/ui'
import { CodeViewer } from '@binnacle/ui/code'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { stringify } from 'yaml'
import { DialogState } from '../../../application/resource/query-states.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import { SeverityText } from '../severity.tsx'
import { AnalysisTypeText } from './columns.tsx'
import { wordsOf } from './filters.ts'
import { messageText } from './message.ts'
import { type InsightDetails, insightQuery } from './queries.ts'

/** One insight: what its analyzer found, and since when. */
export function InsightDialog(props: { id: string; onClose: () => void }): ReactNode {
  const answer = useQuery(insightQuery(props.id))
  const insight = answer.data
  return (
    <Dialog open size="large" title={insight?.analyzer ?? 'Insight'} onClose={props.onClose}>
      <div className="flex min-h-60 flex-col gap-4">
        <DialogState
          answer={answer}
          isNothing={insight === null}
          nothing={{
            title: 'Details not found',
            icon: <FileQuestion strokeWidth={1.5} />,
            text: 'The insight or its item was removed.',
          }}
          skeleton="h-60"
        />
        {insight !== undefined && insight !== null && <Content insight={insight} />}
      </div>
    </Dialog>
  )
}

function factsOf(insight: InsightDetails): readonly KeyValue[] {
  const { config, severity, status } = insight
  return [
    {
      label: 'Catalog',
      value:
        config === null || config === undefined ? undefined : (
          <TextLink href={configHref(config.id)} className="inline-flex min-w-0 items-center gap-1.5">
            <ConfigIcon type={config.type} className="size-3.5 shrink-0" />
            {config.name}
          </TextLink>
        ),
    },
    { label: 'Type', value: <AnalysisTypeText type={insight.analysis_type} /> },
    {
      label: 'Severity',
      value: typeof severity === 'string' ? <SeverityText severity={severity} /> : undefined,
    },
    { label: 'Status', value: typeof status === 'string' ? wordsOf(status) : undefined },
    { label: 'First Observed', value: <Age time={insight.first_observed ?? null} /> },
    { label: 'Last Observed', value: <Age time={insight.last_observed ?? null} /> },
    { label: 'Source', value: insight.source },
  ]
}

function Content({ insight }: { insight: InsightDetails }): ReactNode {
  const { summary, message, analysis } = insight
  const text = messageText(message ?? summary ?? '')
  const hasAnalysis =
    analysis !== null &&
    analysis !== undefined &&
    !(typeof analysis === 'object' && Object.keys(analysis).length === 0)
  return (
    <>
      <KeyValueList items={factsOf(insight)} />
      {typeof summary === 'string' && typeof message === 'string' && summary !== message && (
        <p className="font-medium">{summary}</p>
      )}
      {text !== '' && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
      {hasAnalysis && (
        <CodeViewer
          label="Analysis"
          code={typeof analysis === 'string' ? analysis : stringify(analysis, { lineWidth: 0 })}
          language="yaml"
          maxHeight="50vh"
        />
      )}
    </>
  )
}
