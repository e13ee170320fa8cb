import { type ReactNode, useId } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** An option of a segmented control. */
export interface Segment<Value extends string> {
  value: Value
  label: string
  icon: ReactNode
}

/** Selects one of a few options, all visible. Arrow keys move between them. */
export function SegmentedControl<Value extends string>(props: {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}): ReactNode {
  const name = useId()
  return (
    <fieldset
      className={classNames(
        'flex h-control shrink-0 rounded-control border border-line-control bg-sunken p-px',
        props.className,
      )}
    >
      <legend className="sr-only">{props.label}</legend>
      {props.segments.map((segment) => {
        const chosen = segment.value === props.value
        return (
          <label
            key={segment.value}
            className={classNames(
              'flex items-center gap-1.5 rounded-small px-2 font-medium select-none has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
              chosen ? 'bg-button text-primary shadow-raised' : 'text-secondary hover:text-primary',
            )}
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={chosen}
              onChange={() => props.onChange(segment.value)}
              className="sr-only"
            />
            <span aria-hidden="true" className="[&_svg]:size-3.5">
              {segment.icon}
            </span>
            <span className="max-sm:sr-only">{segment.label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
