import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { popupItemClass } from './popup-style.ts'
import type { SearchOffers } from './search-offers.ts'

/** Returns the element id of a suggestion, which the field references while it is selected. */
export const offerId = (listId: string, index: number): string => `${listId}-${index}`

/**
 * Suggestions below a search field. It is a plain list, because the library's popup would increase the code that the
 * first screen loads.
 */
export function SearchOfferList(props: {
  id: string
  label: string
  found: SearchOffers
  active: number
  onChoose: (index: number) => void
}): ReactNode {
  return (
    <div
      id={props.id}
      role="listbox"
      aria-label={props.label}
      className="absolute top-full left-0 z-popup mt-1 max-h-72 w-max max-w-[min(calc(100vw-2rem),24rem)] min-w-full overflow-y-auto overscroll-contain rounded-panel bg-raised p-1 text-primary shadow-popup"
    >
      {props.found.offers.map(({ text, help }, index) => (
        <div
          key={text}
          id={offerId(props.id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          data-highlighted={index === props.active ? '' : undefined}
          // Act on mouse down, so that the field keeps the focus. The field handles the keys.
          onMouseDown={(event) => {
            event.preventDefault()
            props.onChoose(index)
          }}
          ref={index === props.active ? scrollIntoSight : undefined}
          className={classNames(popupItemClass, 'cursor-default justify-between gap-x-4 hover:bg-hover')}
        >
          <span className="min-w-0 truncate font-mono text-small">{text}</span>
          {help !== '' && <span className="shrink-0 text-small text-muted max-sm:hidden">{help}</span>}
        </div>
      ))}
    </div>
  )
}

function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
