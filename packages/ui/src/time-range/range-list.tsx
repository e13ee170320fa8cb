import { Check } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { popupHeadingClass, popupItemClass } from '../primitives/popup-style.ts'
import { classNames } from '../utilities/class-names.ts'
import { type ChosenTimeRange, isSameRange } from './time-range.ts'

/** Ranges under a heading. */
export interface RangeSection {
  heading: string
  ranges: readonly { range: ChosenTimeRange; label: string }[]
}

/** The arrows move between the ranges of all sections; Tab leaves them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-range]')]
  const index = items.findIndex((item) => item === document.activeElement)
  items.at(Math.min(Math.max(index + step, 0), items.length - 1))?.focus()
  event.preventDefault()
}

/** Ranges to choose from with one press. */
export function RangeList(props: {
  sections: readonly RangeSection[]
  value: ChosenTimeRange | undefined
  onChoose: (range: ChosenTimeRange) => void
  className?: string
}): ReactNode {
  return (
    // The list only moves the focus between its own buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveFocus} className={props.className}>
      {props.sections.map(({ heading, ranges }) => (
        <section key={heading} aria-label={heading}>
          <h3 className={popupHeadingClass}>{heading}</h3>
          <ul>
            {ranges.map(({ range, label }) => {
              const chosen = isSameRange(range, props.value)
              return (
                <li key={label}>
                  <button
                    type="button"
                    data-range
                    aria-pressed={chosen}
                    onClick={() => props.onChoose(range)}
                    className={classNames(popupItemClass, 'w-full text-left focus-inset hover:bg-hover')}
                  >
                    <span className="min-w-0 flex-1">{label}</span>
                    {chosen && <Check aria-hidden="true" className="text-accent-text" />}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
