import {
  Age,
  CopyButton,
  Dialog,
  IconButton,
  type KeyValue,
  KeyValueList,
  Tabs,
  TextLink,
} from '@binnacle/ui'
import { CodeViewer } from '@binnacle/ui/code'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileQuestion } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { stringify } from 'yaml'
import { DialogState } from '../../../application/resource/query-states.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import { SeverityText } from '../severity.tsx'
import { parseDiff } from './diff-lines.ts'
import { DiffView } from './diff-view.tsx'
import { Occurrences } from './occurrences.tsx'
import { type ChangeDetails, changeQuery, peopleQuery } from './queries.ts'
import { useDiffLayout } from './use-diff-layout.ts'

const nobody: ReadonlyMap<string, string> = new Map()

/** Characters of a summary that fit above the facts; a longer one is whole below. */
const SHORT_SUMMARY = 120

type Part = 'diff' | 'patch' | 'details' | 'occurrences' | 'raw'

/** One change: who, when, what it was before and after. Source: CHG-011. */
export function ChangeDialog(props: {
  id: string
  previous: string | undefined
  next: string | undefined
  onStep: (id: string) => void
  onClose: () => void
}): ReactNode {
  const { previous, next, onStep } = props
  const answer = useQuery(changeQuery(props.id))
  const change = answer.data
  return (
    <Dialog
      open
      size="large"
      title={change?.change_type ?? 'Change'}
      description={
        typeof change?.summary === 'string' ? <SummaryStart summary={change.summary} /> : undefined
      }
      onClose={props.onClose}
      footer={
        <div className="flex flex-1 gap-1">
          <IconButton
            label="Previous change"
            variant="secondary"
            icon={<ChevronLeft className="size-4" />}
            disabled={previous === undefined}
            onClick={() => previous !== undefined && onStep(previous)}
          />
          <IconButton
            label="Next change"
            variant="secondary"
            icon={<ChevronRight className="size-4" />}
            disabled={next === undefined}
            onClick={() => next !== undefined && onStep(next)}
          />
        </div>
      }
    >
      <div className="flex min-h-72 flex-col gap-4">
        <DialogState
          answer={answer}
          isNothing={change === null}
          nothing={{
            title: 'Details not found',
            icon: <FileQuestion strokeWidth={1.5} />,
            text: 'Changes are removed 90 days after they happened.',
          }}
          skeleton="h-72"
        />
        {change !== undefined && change !== null && <Content key={change.id} change={change} />}
      </div>
    </Dialog>
  )
}

function SummaryStart({ summary }: { summary: string }): ReactNode {
  return (
    <span className="wrap-anywhere">
      {summary.length > SHORT_SUMMARY ? `${summary.slice(0, SHORT_SUMMARY).toWellFormed()}…` : summary}
    </span>
  )
}

/** A summary of any length. It scrolls, also by keyboard, so that what is below it is always near. */
function LongSummary({ summary }: { summary: string }): ReactNode {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label="Summary"
      className="max-h-32 overflow-y-auto rounded-small whitespace-pre-wrap"
    >
      {summary}
    </div>
  )
}

function factsOf(change: ChangeDetails, people: ReadonlyMap<string, string>): readonly KeyValue[] {
  const { config, created_by: person } = change
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
    {
      label: 'Date',
      value: (
        <>
          <Age time={change.created_at} /> ago
          {change.count > 1 && (
            <span className="text-muted">
              {` · x ${change.count.toLocaleString('en')} over `}
              <Age time={change.first_observed ?? change.created_at} />
            </span>
          )}
        </>
      ),
    },
    {
      label: 'Severity',
      value: typeof change.severity === 'string' ? <SeverityText severity={change.severity} /> : undefined,
    },
    ...(typeof change.summary === 'string' && change.summary.length > SHORT_SUMMARY
      ? [{ label: 'Summary', value: <LongSummary summary={change.summary} /> }]
      : []),
    { label: 'Source', value: change.source },
    {
      label: 'Created By',
      value: typeof person === 'string' ? (people.get(person) ?? person) : change.external_created_by,
    },
  ]
}

function Content({ change }: { change: ChangeDetails }): ReactNode {
  const { created_by: person, diff } = change
  const people = useQuery(peopleQuery(typeof person === 'string' ? [person] : [])).data ?? nobody
  const [layout, setLayout] = useDiffLayout()
  const parts = useMemo(() => (typeof diff === 'string' ? parseDiff(diff) : undefined), [diff])
  const has = (value: unknown): boolean =>
    value !== null && value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0)
  const tabs = [
    ...(typeof diff === 'string' && diff !== '' ? [{ id: 'diff' as const, label: 'Diff' }] : []),
    ...(has(change.patches) ? [{ id: 'patch' as const, label: 'Patch' }] : []),
    ...(has(change.details) ? [{ id: 'details' as const, label: 'Details' }] : []),
    ...(change.count > 1 ? [{ id: 'occurrences' as const, label: 'Occurrences', count: change.count }] : []),
    { id: 'raw' as const, label: 'Raw' },
  ]
  const [chosen, choose] = useState<Part>()
  const part = tabs.find(({ id }) => id === chosen)?.id ?? tabs[0]?.id ?? 'raw'
  return (
    <>
      <KeyValueList items={factsOf(change, people)} />
      <Tabs<Part> label="Parts of the change" tabs={tabs} value={part} onChange={choose} />
      {part === 'diff' &&
        (parts === undefined ? (
          <CodeViewer label="Diff" code={diff ?? ''} language="text" maxHeight="60vh" />
        ) : (
          <DiffView
            parts={parts}
            layout={layout}
            onLayout={setLayout}
            actions={<CopyButton text={diff ?? ''} what="diff" />}
          />
        ))}
      {part === 'patch' && <Yaml label="Patch" value={change.patches} />}
      {part === 'details' && <Yaml label="Details" value={change.details} />}
      {part === 'occurrences' && (
        <Occurrences id={change.id} count={change.count} summary={change.summary ?? undefined} />
      )}
      {part === 'raw' && (
        <CodeViewer label="Raw" code={JSON.stringify(change, null, 2)} language="json" maxHeight="60vh" />
      )}
    </>
  )
}

function Yaml({ label, value }: { label: string; value: unknown }): ReactNode {
  const code = useMemo(
    () => (typeof value === 'string' ? value : stringify(value, { lineWidth: 0 })),
    [value],
  )
  return <CodeViewer label={label} code={code} language="yaml" maxHeight="60vh" />
}
