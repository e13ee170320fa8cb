import { healths } from '@binnacle/contract/core'
import { formatCount } from '@binnacle/contract/text'
import type { ComponentHealth, HealthTotals } from '@binnacle/contract/topology'
import { classNames, HealthShape, healthAppearance, type Href, PlainLink } from '@binnacle/ui'
import type { ReactNode } from 'react'

/** The cards of the page by health. Each number leads to its cards. */
export function Totals(props: {
  totals: HealthTotals
  chosen: string
  hrefOf: (state: ComponentHealth | undefined) => Href
}): ReactNode {
  const { totals } = props
  return (
    <span role="group" aria-label="Components by health" className="inline-flex items-center gap-1">
      {healths
        .filter((state) => totals[state] > 0 || props.chosen === state)
        .map((state) => {
          const { shape, tone, word } = healthAppearance(state)
          const isChosen = props.chosen === state
          return (
            <PlainLink
              key={state}
              href={props.hrefOf(isChosen ? undefined : state)}
              aria-current={isChosen}
              title={isChosen ? 'Show all' : `Show ${word.toLowerCase()} components`}
              className={classNames(
                'inline-flex h-6 items-center gap-1 rounded-full px-1.5 font-medium numeric hover:bg-hover',
                isChosen && 'bg-selected',
              )}
            >
              <HealthShape shape={shape} tone={tone} size={13} />
              {formatCount(totals[state])}
              <span className="sr-only"> {word.toLowerCase()}</span>
            </PlainLink>
          )
        })}
    </span>
  )
}
