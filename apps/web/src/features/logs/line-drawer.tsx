import type { LogContext, LogLine } from '@binnacle/contract/logs'
import { Button, classNames, CopyButton, Drawer, IconButton, Notice, Skeleton } from '@binnacle/ui'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { Highlighted } from './highlight.tsx'
import { levelClass } from './level.ts'
import { shortTime } from './log-table.tsx'
import { contextQuery, type LogPlace } from './queries.ts'

/** Lines before and after a line at first, and with each press of the button. */
const USUAL_LINES = 10
const MORE_LINES = 40
const MOST_LINES = 490

/**
 * One line: its whole message, its labels, and the lines around it.
 * @param props.address absolute address of the line, for others
 */
export function LineDrawer(props: {
  place: LogPlace
  line: LogLine
  words: readonly string[]
  address: string
  onClose: () => void
  onOpen: (line: LogLine) => void
  onFilter: (name: string, value: string, isExcluded: boolean) => void
}): ReactNode {
  const { place, words } = props
  const [each, setEach] = useState(USUAL_LINES)
  const around = useQuery(contextQuery(place, props.line, each))
  // A line that comes from an address is known only by its time and id at first.
  const isKnown = props.line.message !== '' || Object.keys(props.line.labels).length > 0
  const line = isKnown ? props.line : (around.data?.line ?? props.line)
  const labels = Object.entries(line.labels).toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  return (
    <Drawer
      open
      modal={false}
      size="large"
      title={shortTime(line.timestamp)}
      onClose={props.onClose}
      actions={
        <>
          <CopyButton text={line.message} what="message" />
          <CopyButton text={props.address} what="link to this line" />
        </>
      }
    >
      <div className="flex flex-col gap-5 p-4 md:p-5">
        <section aria-label="Message" className="flex flex-col gap-2">
          <h3 className="font-semibold">Message</h3>
          <pre className="max-h-96 overflow-auto rounded-panel border border-line bg-sunken p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere">
            <Highlighted
              text={line.message === '' ? missingText(isKnown, around) : line.message}
              words={words}
            />
          </pre>
        </section>
        <section aria-label="Labels" className="flex flex-col gap-2">
          <h3 className="font-semibold">Labels</h3>
          {labels.length === 0 ? (
            <p className="text-secondary">This line has no labels.</p>
          ) : (
            <dl className="flex flex-col">
              {labels.map(([name, value]) => (
                <div key={name} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
                  <dt className="w-40 text-secondary wrap-anywhere">{name}</dt>
                  <dd className="min-w-0 flex-1 basis-40 font-mono text-small wrap-anywhere">{value}</dd>
                  <dd className="flex">
                    <IconButton
                      size="small"
                      label={`Show only lines with ${name}=${value}`}
                      icon={<Plus className="size-3.5" />}
                      onClick={() => props.onFilter(name, value, false)}
                    />
                    <IconButton
                      size="small"
                      label={`Hide lines with ${name}=${value}`}
                      icon={<Minus className="size-3.5" />}
                      onClick={() => props.onFilter(name, value, true)}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
        <Context
          line={line}
          words={words}
          around={around}
          onOpen={props.onOpen}
          onMore={each < MOST_LINES ? () => setEach(Math.min(MOST_LINES, each + MORE_LINES)) : undefined}
        />
      </div>
    </Drawer>
  )
}

/** Shown for a line without a message. */
function missingText(isKnown: boolean, { isPending, data }: ContextQuery): string {
  if (!isKnown && isPending) return 'Loading the line'
  return isKnown || data?.line?.message === ''
    ? 'This line has no message'
    : 'This line is not there any more'
}

type ContextQuery = Pick<UseQueryResult<LogContext>, 'data' | 'error' | 'isFetching' | 'isPending'>

function Context(props: {
  line: LogLine
  words: readonly string[]
  around: ContextQuery
  onOpen: (line: LogLine) => void
  /** Loads more lines; undefined if there cannot be more. */
  onMore: (() => void) | undefined
}): ReactNode {
  const { line, words, onOpen, onMore } = props
  const { data, error, isFetching } = props.around
  return (
    <section aria-label="Context" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Lines around it</h3>
        {onMore !== undefined && (
          <Button size="small" loading={isFetching} onClick={onMore}>
            Show more
          </Button>
        )}
      </div>
      {error !== null && <Notice kind="error">{messageOf(error)}</Notice>}
      {data?.notes.map((note) => (
        <Notice key={note} kind="warning">
          {note}
        </Notice>
      ))}
      {data === undefined && error === null && <Skeleton className="h-48 w-full" />}
      {data !== undefined && (
        <ol className="flex flex-col overflow-hidden rounded-panel border border-line">
          {[...data.before, line, ...data.after].map((one) => (
            <li
              key={`${one.timestamp}${one.id}`}
              aria-current={one.id === line.id ? 'true' : undefined}
              className={classNames(
                'flex border-b border-line last:border-b-0',
                one.id === line.id && 'bg-selected',
              )}
            >
              <button
                type="button"
                className="flex min-w-0 flex-1 flex-wrap gap-x-3 px-2 py-1 text-left hover:bg-hover sm:flex-nowrap"
                onClick={() => onOpen(one)}
              >
                <span
                  aria-hidden="true"
                  className={classNames('my-0.5 w-1 shrink-0 rounded-small', levelClass(one.labels['level']))}
                />
                <span className="shrink-0 text-small text-secondary numeric">{shortTime(one.timestamp)}</span>
                <span className="line-clamp-3 min-w-0 font-mono text-small whitespace-pre-wrap wrap-anywhere">
                  <Highlighted text={one.message} words={words} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
