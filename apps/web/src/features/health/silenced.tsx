import type { ResourceSilence } from '@binnacle/contract/notifications'
import {
  Age,
  formatWallTime,
  Notice,
  PlainLink,
  TextLink,
  timeZone,
  Tooltip,
  useChosenTimeZone,
  useNow,
} from '@binnacle/ui'
import { BellOff, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { silenceHref } from '../silences/index.ts'

/** Says until when a silence holds. A time of today needs no day. */
function useUntilWords(): (silence: ResourceSilence) => string {
  const zone = useChosenTimeZone() ?? timeZone()
  const today = formatWallTime(useNow('minute'), zone).slice(0, 10)
  return ({ kind, until }) => {
    const word = kind === 'maintenance' ? 'In maintenance' : 'Silenced'
    if (until === null) return word
    const time = formatWallTime(Date.parse(until), zone)
    return `${word} until ${time.startsWith(today) ? time.slice(11) : time}`
  }
}

/** Returns what a cell says of a silence; undefined without one, or after it ended. */
export function useSilenceMark(): (
  silence: ResourceSilence | undefined,
) => { icon: ReactNode; text: string } | undefined {
  const now = useNow('minute')
  const words = useUntilWords()
  return (silence) => {
    if (silence === undefined || (silence.until !== null && Date.parse(silence.until) <= now))
      return undefined
    const Icon = silence.kind === 'maintenance' ? Wrench : BellOff
    const text = words(silence)
    return {
      icon: <Icon aria-hidden="true" className="size-3 shrink-0 text-muted" />,
      text: silence.description === null ? text : `${text}: ${silence.description}`,
    }
  }
}

/**
 * Shows silences that hold now.
 * @param props.as a mark in a row, a badge in a heading, or a notice on a page
 */
export function Silenced(props: {
  silences: readonly ResourceSilence[]
  as: 'mark' | 'badge' | 'notice'
}): ReactNode {
  const now = useNow('minute')
  const words = useUntilWords()
  const silences = props.silences.filter(({ until }) => until === null || Date.parse(until) > now)
  const [first] = silences
  if (first === undefined) return null
  const Icon = first.kind === 'maintenance' ? Wrench : BellOff
  const text = words(first)
  const reason = first.description === null ? text : `${text}: ${first.description}`
  if (props.as === 'mark')
    return (
      <Tooltip content={reason}>
        <span className="shrink-0 text-muted">
          <Icon aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{reason}</span>
        </span>
      </Tooltip>
    )
  if (props.as === 'badge')
    return (
      <Tooltip content={reason}>
        <PlainLink
          href={silenceHref(first.id)}
          className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line-strong px-2 text-small text-secondary hover:text-primary"
        >
          <Icon aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">{reason}</span>
        </PlainLink>
      </Tooltip>
    )
  return (
    <Notice kind="information">
      <ul className="flex flex-col gap-1">
        {silences.map((silence) => (
          <li key={silence.id}>
            <TextLink
              href={silenceHref(silence.id)}
              className="inline-block max-w-full truncate align-bottom"
            >
              {silence.description ?? 'Maintenance'}
            </TextLink>{' '}
            is under way
            {silence.until !== null && (
              <>
                {' '}
                and ends <Age time={silence.until} />
              </>
            )}
            : messages about what it covers are suppressed.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
