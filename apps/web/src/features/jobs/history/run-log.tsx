import { CopyButton, classNames, NO_DATA, Skeleton, timeZone, useChosenTimeZone } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, type UIEvent, useLayoutEffect, useRef } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { type LogLine, runLogQuery } from './queries.ts'

/** Distance from the end of the log, in CSS pixels, within which it scrolls to new lines. */
const NEAR_END = 24

const levelClass = { info: '', warning: 'text-warning', error: 'text-unhealthy' } as const
const levelWord = { info: '', warning: 'Warning: ', error: 'Error: ' } as const

const written = (lines: readonly LogLine[]) =>
  lines.map(({ created_at: time, level, message }) => `${time} ${level.toUpperCase()} ${message}`).join('\n')

function timeIn(zone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' })
  return (time) => format.format(new Date(time))
}

/**
 * Log of a run. It scrolls to new lines while its end is in view.
 * @param props.running whether the run may still add lines
 */
export function RunLog(props: { runId: string; running: boolean }): ReactNode {
  const log = useQuery(runLogQuery(props.runId))
  const zone = useChosenTimeZone() ?? timeZone()
  const box = useRef<HTMLOListElement>(null)
  const following = useRef(true)
  const { data: lines } = log
  useLayoutEffect(() => {
    if (following.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  })
  if (log.error !== null && lines === undefined)
    return <LoadFailure compact error={log.error} queries={[log]} />
  if (lines === undefined) return <Skeleton className="h-40 w-full" />
  const clock = timeIn(zone)

  function onScroll({ currentTarget: scrolled }: UIEvent<HTMLElement>): void {
    following.current = scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < NEAR_END
  }

  return (
    <div className="overflow-clip rounded-panel border border-line bg-surface">
      <div className="flex min-h-9 items-center gap-2 border-b border-line py-1 pr-1 pl-3 text-small text-muted">
        <span role="status" className="flex-1">
          {props.running ? 'Running. New lines appear here.' : 'The run has ended.'}
        </span>
        {lines.length > 0 && <CopyButton text={written(lines)} what="log" />}
      </div>
      {lines.length === 0 ? (
        <p className="p-3 text-muted">{props.running ? 'No lines yet' : NO_DATA}</p>
      ) : (
        <ol
          ref={box}
          aria-label="Log"
          // A scrolling area must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={onScroll}
          className="max-h-96 overflow-y-auto py-1.5 font-mono text-small focus-inset"
        >
          {lines.map((line, index) => (
            <Fragment key={line.number}>
              <LinesLeftOut count={line.number - (lines[index - 1]?.number ?? 0) - 1} />
              <li className="grid grid-cols-[auto_1fr] gap-x-3 px-3">
                <time dateTime={line.created_at} className="text-muted numeric">
                  {clock(line.created_at)}
                </time>
                <span className={classNames('whitespace-pre-wrap wrap-anywhere', levelClass[line.level])}>
                  {levelWord[line.level]}
                  {line.message}
                </span>
              </li>
            </Fragment>
          ))}
        </ol>
      )}
    </div>
  )
}

function LinesLeftOut({ count }: { count: number }): ReactNode {
  if (count <= 0) return null
  return (
    <li className="border-y border-line bg-band px-3 py-1 text-muted">
      {count === 1 ? '1 line is not kept' : `${count} lines are not kept`}
    </li>
  )
}
