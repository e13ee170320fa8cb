import type { Decision } from '@binnacle/contract/notifications'
import { classNames, FullTime, LinkedText } from '@binnacle/ui'
import { CircleCheck, CircleDot, CirclePause, CircleStop, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocalTimes } from './local-times.ts'

const looks: Readonly<Record<Decision['outcome'], { Icon: LucideIcon; tone: string; word: string }>> = {
  pass: { Icon: CircleCheck, tone: 'text-healthy', word: 'Passed' },
  stop: { Icon: CircleStop, tone: 'text-unhealthy', word: 'Stopped' },
  hold: { Icon: CirclePause, tone: 'text-warning', word: 'Later' },
  note: { Icon: CircleDot, tone: 'text-secondary', word: 'Note' },
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Each step that was decided about a message, in order, and why.
 * @param props.timed whether each step shows its time; false if all were taken just now
 */
export function Decisions(props: { decisions: readonly Decision[]; timed?: boolean }): ReactNode {
  const { decisions, timed = true } = props
  const localTimes = useLocalTimes()
  return (
    <ol className="flex flex-col">
      {decisions.map(({ step, outcome, reason, at }, index) => {
        const { Icon, tone, word } = looks[outcome]
        const isLast = index === decisions.length - 1
        return (
          // A step can be taken again at the same time.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="grid grid-cols-[1rem_1fr] gap-x-2.5">
            <span className={classNames('flex flex-col items-center pt-0.5', tone)}>
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {!isLast && <span aria-hidden="true" className="w-px flex-1 bg-line" />}
            </span>
            <div className={classNames('min-w-0', !isLast && 'pb-3')}>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{capitalized(step)}</span>
                <span className={classNames('text-small', tone)}>{word}</span>
                {timed && (
                  <span className="ml-auto text-small text-muted">
                    <FullTime date={new Date(at)} />
                  </span>
                )}
              </p>
              <p className="text-secondary wrap-anywhere">
                <LinkedText text={localTimes(reason)} />
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
