import { CirclePause, Radio, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tooltip } from '../primitives/tooltip.tsx'
import { Age } from '../time/age.tsx'
import { classNames } from '../utilities/class-names.ts'

/** Whether what is shown follows what happens. */
export type LiveState = 'live' | 'paused' | 'offline'

const appearance = {
  live: { Icon: Radio, word: 'Live', hint: 'Changes appear by themselves. Press to pause.' },
  paused: { Icon: CirclePause, word: 'Paused', hint: 'Nothing changes until you press to resume.' },
  offline: { Icon: WifiOff, word: 'Offline', hint: 'The connection is lost and is being restored.' },
} as const

/**
 * Says whether the page is live, and pauses or resumes it.
 * @param props.since since when it is offline
 * @param props.onToggle pauses and resumes; without it the indicator is only read
 */
export function LiveIndicator(props: {
  state: LiveState
  since?: string | number | Date
  onToggle?: () => void
}): ReactNode {
  const { Icon, word, hint } = appearance[props.state]
  const offline = props.state === 'offline'
  const className = classNames(
    'flex h-control-small items-center gap-1.5 rounded-control px-2 text-small font-medium whitespace-nowrap',
    offline ? 'text-warning' : 'text-secondary',
  )
  const content = (
    <>
      <Icon
        aria-hidden="true"
        className={classNames('size-3.5', props.state === 'live' && 'text-accent-text')}
      />
      <span aria-live="polite">{word}</span>
      {offline && props.since !== undefined && (
        <span className="font-normal">
          since <Age time={props.since} />
        </span>
      )}
    </>
  )
  if (props.onToggle === undefined || offline) return <span className={className}>{content}</span>
  return (
    <Tooltip content={hint} side="bottom">
      <button type="button" onClick={props.onToggle} className={classNames(className, 'hover:bg-hover')}>
        {content}
      </button>
    </Tooltip>
  )
}
