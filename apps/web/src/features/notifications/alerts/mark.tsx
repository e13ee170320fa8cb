import type { SubjectKind } from '@binnacle/contract/kinds'
import { type CellMark, classNames, PlainLink, Tooltip } from '@binnacle/ui'
import { type ReactNode, useEffect } from 'react'
import { alertHref } from '../paths.ts'
import type { AlertCellMarkProps } from './mark-later.tsx'
import { type ShownMark, useMark } from './use-mark.ts'
import { alertLooks } from './words.tsx'

/**
 * The open alert of a resource, which leads to its page. One that somebody takes care of looks unlike one that waits.
 * @param props.as a mark in a row, or a badge in a heading
 * @param props.otherwise what is shown without an alert
 */
export function AlertMark(props: {
  kind: SubjectKind
  id: string
  as: 'mark' | 'badge'
  otherwise?: ReactNode
}): ReactNode {
  const mark = useMark(props.kind, props.id)
  if (mark === undefined) return props.otherwise
  const { Icon, tone } = alertLooks[mark.state]
  return (
    <Tooltip content={mark.text}>
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
        <span className={props.as === 'badge' ? 'truncate' : 'sr-only'}>{mark.text}</span>
      </PlainLink>
    </Tooltip>
  )
}

/** Returns the mark of an alert for the cell of its check. The cell is one link, so the mark leads nowhere by itself. */
export function cellMarkOf({ state, text }: Pick<ShownMark, 'state' | 'text'>): CellMark {
  const { Icon, tone } = alertLooks[state]
  return { icon: <Icon aria-hidden="true" className={classNames('size-3 shrink-0', tone)} />, text }
}

/**
 * Reports the open alert of a check to its cell, and renders nothing: the cell keeps its element, and with it the
 * focus, when this code arrives.
 */
export function AlertCellMark({ id, onMark }: AlertCellMarkProps): ReactNode {
  const { state, text } = useMark('check', id) ?? {}
  useEffect(() => {
    onMark(state === undefined || text === undefined ? undefined : cellMarkOf({ state, text }))
  }, [state, text, onMark])
  useEffect(() => () => onMark(undefined), [onMark])
  return null
}
