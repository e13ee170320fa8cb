import type { SubjectKind } from '@binnacle/contract/notifications'
import {
  classNames,
  formatWallTime,
  PlainLink,
  timeZone,
  Tooltip,
  useChosenTimeZone,
  useNow,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { alertHref } from '../paths.ts'
import { markQuery } from './mark-queries.ts'
import { markText } from './mark-text.ts'
import { alertLooks } from './words.tsx'

/**
 * The open alert of a resource, which leads to its page. One that somebody takes care of looks unlike one that waits.
 * @param props.as a mark in a row, or a badge in a heading
 */
export function AlertMark(props: { kind: SubjectKind; id: string; as: 'mark' | 'badge' }): ReactNode {
  const { data: mark } = useQuery(markQuery(props.kind, props.id))
  const zone = useChosenTimeZone() ?? timeZone()
  const today = formatWallTime(useNow('minute'), zone).slice(0, 10)
  if (mark === undefined || mark === null || mark.state === 'over') return null
  const end = mark.state === 'snoozed' ? mark.snoozed_until : mark.acknowledged_until
  const time = end === null ? undefined : formatWallTime(Date.parse(end), zone)
  const text = markText(mark, time?.startsWith(today) === true ? time.slice(11) : time)
  const { Icon, tone } = alertLooks[mark.state]
  return (
    <Tooltip content={text}>
      <PlainLink
        href={alertHref(mark.id)}
        data-above-row=""
        className={classNames(
          'inline-flex min-w-0 items-center gap-1.5',
          props.as === 'badge'
            ? 'h-6 max-w-full rounded-full border border-line-strong px-2 text-small hover:text-primary'
            : 'shrink-0 rounded-small',
          tone,
        )}
      >
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        <span className={props.as === 'badge' ? 'truncate' : 'sr-only'}>{text}</span>
      </PlainLink>
    </Tooltip>
  )
}
