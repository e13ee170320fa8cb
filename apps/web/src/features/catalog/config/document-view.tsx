import { Button, CopyButton, EmptyState, IconButton, SegmentedControl, Skeleton } from '@binnacle/ui'
import { CodeViewer } from '@binnacle/ui/code'
import { useQuery } from '@tanstack/react-query'
import { Braces, Diff, Download, FileQuestion, List, Users } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useAddress } from '../../../application/address/use-filters.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { RequestFailure } from '../../../application/requests/failure.ts'
import type { ItemSubject } from '../../../application/slots/types.ts'
import { saveFile } from '../save-file.ts'
import { Comparison } from './comparison.tsx'
import {
  type DocumentFormat,
  documentFormats,
  documentText,
  readLines,
  selectedText,
  withLine,
  withLines,
} from './config-document.ts'
import { blameQuery, documentAtQuery, versionsQuery } from './history.ts'
import { configQuery } from './queries.ts'
import { pointersOf } from './pointers.ts'
import { TimeSlider } from './time-slider.tsx'

const segments = [
  { value: 'json', label: 'JSON', icon: <Braces /> },
  { value: 'yaml', label: 'YAML', icon: <List /> },
] as const

/** The day of a time, without its hours, so that the notes beside lines stay short. */
function dayOf(time: string): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The document of an item, now or as it was. Its lines can be selected; the address keeps them. Source: CAT-020. */
export function ItemDocument({ subject }: { subject: ItemSubject }): ReactNode {
  const { id, name } = subject
  return <DocumentView id={id} name={name} document={useQuery(configQuery(id)).data?.config} />
}

function DocumentView(props: { id: string; name: string; document: unknown }): ReactNode {
  const { id, name } = props
  const address = useAddress()
  const { search } = address
  const at = search.get('at') ?? undefined
  const versions = useQuery(versionsQuery(id)).data ?? []
  const then = useQuery(documentAtQuery(id, at))
  const document = at === undefined ? props.document : then.data?.document
  const format: DocumentFormat =
    documentFormats.find((each) => each === search.get('format')) ?? documentFormats[0]
  const text = useMemo(() => documentText(document, format), [document, format])
  const lines = useMemo(() => readLines(search), [search])
  const isText = typeof document === 'string'
  const compares = search.has('compare')
  const mayBlame = at === undefined && format === 'json' && !isText && versions.length > 1
  const blames = mayBlame && search.get('blame') === 'true'
  const blame = useQuery(blameQuery(id, blames)).data
  const notes = useMemo(() => {
    if (!blames || blame === undefined) return undefined
    const entries = new Map(blame.map((entry) => [entry.path, entry]))
    return pointersOf(document).map((pointer) => {
      const entry = pointer === undefined ? undefined : entries.get(pointer)
      return entry === undefined
        ? undefined
        : [dayOf(entry.since), `v${entry.version}`, entry.by].filter(Boolean).join(' ')
    })
  }, [blames, blame, document])

  function change(changes: Readonly<Record<string, string | undefined>>): void {
    // Lines of one text mean nothing in another one.
    const changed = withLines(search, [])
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) changed.delete(key)
      else changed.set(key, value)
    }
    address.replace(changed)
  }

  const isGone = then.error instanceof RequestFailure && then.error.status === 404
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      <div className="flex min-h-control flex-wrap items-center gap-2">
        {!isText && !compares && (
          <SegmentedControl
            label="Format"
            segments={segments}
            value={format}
            onChange={(chosen) => change({ format: chosen === documentFormats[0] ? undefined : chosen })}
          />
        )}
        <Button
          aria-pressed={compares}
          className="aria-pressed:text-accent-text"
          icon={<Diff aria-hidden="true" className="size-3.5" />}
          onClick={() => change({ compare: compares ? undefined : '', with: undefined, withAt: undefined })}
        >
          Compare
        </Button>
        {mayBlame && !compares && (
          <IconButton
            label="Who changed each line"
            variant="secondary"
            aria-pressed={blames}
            className="aria-pressed:text-accent-text"
            icon={<Users className="size-3.5" />}
            onClick={() => change({ blame: blames ? undefined : 'true' })}
          />
        )}
        <IconButton
          label="Download"
          variant="secondary"
          icon={<Download className="size-3.5" />}
          onClick={() =>
            saveFile(
              `${name}${at === undefined ? '' : `-${at.slice(0, 19).replaceAll(':', '')}`}.${isText ? 'txt' : format}`,
              text,
              'text/plain',
            )
          }
        />
        <TimeSlider versions={versions} at={at} onChoose={(chosen) => change({ at: chosen })} />
        {lines.length > 0 && (
          <span className="flex items-center gap-1 text-secondary">
            <output>{`${lines.length} ${lines.length === 1 ? 'line' : 'lines'} selected`}</output>
            <CopyButton text={selectedText(text, lines)} what="selected lines" />
            <Button size="small" variant="ghost" onClick={() => change({})}>
              Clear
            </Button>
          </span>
        )}
      </div>
      {compares ? (
        <Comparison
          id={id}
          name={name}
          at={at}
          other={search.get('with') ?? undefined}
          otherAt={search.get('withAt') ?? undefined}
          onOther={(other) => change({ with: other, withAt: undefined })}
          onOtherAt={(time) => change({ withAt: time })}
        />
      ) : isGone ? (
        <EmptyState title="No document of that time" icon={<FileQuestion strokeWidth={1.5} />}>
          The item had no document then, or its versions of that time were removed.
        </EmptyState>
      ) : then.error !== null && at !== undefined && then.data === undefined ? (
        <LoadFailure error={then.error} queries={[then]} />
      ) : at !== undefined && then.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <CodeViewer
          label="Config"
          code={text}
          language={isText ? 'text' : format}
          className="md:min-h-0 md:flex-1"
          selectedLines={lines}
          onLine={(line) => address.replace(withLine(search, line))}
          {...(notes !== undefined && { lineNotes: notes })}
        />
      )}
    </div>
  )
}
