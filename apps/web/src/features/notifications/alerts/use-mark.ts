import type { SubjectKind } from '@binnacle/contract/kinds'
import type { AlertState } from '@binnacle/contract/notifications'
import { formatWallTime, timeZone, useChosenTimeZone, useNow } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { markQuery } from './mark-queries.ts'
import { markText } from './mark-text.ts'

/** What is shown of the open alert of a resource. */
export interface ShownMark {
  /** Id of the alert. */
  id: string
  state: AlertState
  text: string
}

/** Returns what is shown of the open alert of a resource; undefined without one. */
export function useMark(kind: SubjectKind, id: string): ShownMark | undefined {
  const { data: mark } = useQuery(markQuery(kind, id))
  const zone = useChosenTimeZone() ?? timeZone()
  const today = formatWallTime(useNow('minute'), zone).slice(0, 10)
  if (mark === undefined || mark === null || mark.state === 'over') return undefined
  const end = mark.state === 'snoozed' ? mark.snoozed_until : mark.acknowledged_until
  const time = end === null ? undefined : formatWallTime(Date.parse(end), zone)
  // A time of today needs no day.
  const until = time?.startsWith(today) === true ? time.slice(11) : time
  return { id: mark.id, state: mark.state, text: markText(mark, until) }
}
