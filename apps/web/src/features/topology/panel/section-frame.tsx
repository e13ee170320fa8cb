import { classNames } from '@binnacle/ui'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** Class of the number after the title of a section. */
export const sectionCount =
  'rounded-full bg-press px-1.5 text-caption leading-4.5 font-medium text-secondary numeric'

/** A section of the right panel that opens and closes. Source: TOP-014. */
export function SectionFrame(props: {
  label: string
  /** Text with the class `sectionCount`, or nothing. */
  counter?: ReactNode
  open: boolean
  onToggle: () => void
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className="border-b border-line last:border-b-0">
      <h2>
        <button
          type="button"
          id={`${id}-title`}
          aria-expanded={props.open}
          aria-controls={id}
          onClick={props.onToggle}
          className="flex w-full items-center gap-1.5 px-3 py-2 text-left font-semibold hover:bg-hover focus-inset"
        >
          <ChevronRight
            aria-hidden="true"
            className={classNames('size-3.5 text-muted transition-transform', props.open && 'rotate-90')}
          />
          {props.label}
          {props.counter}
        </button>
      </h2>
      <div id={id} hidden={!props.open} className="px-3 pb-3">
        {props.open && props.children}
      </div>
    </section>
  )
}
