import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import type { ButtonSize } from './button-style.ts'
import { controlClass } from './input.tsx'
import { popupClass, popupItemClass } from './popup-style.ts'

/** One thing to choose. */
interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  /** A second, quieter text, such as a count. */
  note?: string
  /** Shown, and cannot be chosen now. */
  disabled?: boolean
}

/** What a select takes. */
export interface SelectProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** Names the select for those who listen, unless a label points at `id`. */
  label?: string
  /** Shows the label before the value, for a select in a toolbar. */
  showLabel?: boolean
  id?: string
  size?: ButtonSize
  disabled?: boolean
  required?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  className?: string
}

/** Chooses one of a few values. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const chosen = props.options.find((option) => option.value === props.value)
  return (
    <Base.Root
      value={props.value}
      onValueChange={(value) => {
        if (value !== null) props.onChange(value)
      }}
      items={props.options}
      disabled={props.disabled ?? false}
      required={props.required ?? false}
    >
      <Base.Trigger
        id={props.id}
        aria-label={props.label === undefined ? undefined : `${props.label}: ${chosen?.label ?? 'none'}`}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        className={classNames(
          controlClass,
          'flex max-w-full items-center gap-1.5 pr-1.5 pl-2 text-left select-none',
          props.size === 'small' ? 'h-control-small text-small' : 'h-control',
          props.className,
        )}
      >
        {props.showLabel === true && <span className="shrink-0 text-muted">{props.label}</span>}
        {chosen?.icon}
        <Base.Value className="min-w-0 flex-1 truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        {/* Aligning the chosen item with the trigger needs a style element and hides the scroll bar: left off. */}
        <Base.Positioner
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          className="z-popup outline-none"
        >
          <Base.Popup className={classNames(popupClass, 'min-w-(--anchor-width)')}>
            <Base.List className="p-1">
              {props.options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  className={classNames(popupItemClass, 'pr-3')}
                >
                  <span className="size-3.5 shrink-0">
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" className="size-3.5" />
                    </Base.ItemIndicator>
                  </span>
                  {option.icon}
                  <Base.ItemText className="min-w-0 flex-1 truncate">{option.label}</Base.ItemText>
                  {option.note !== undefined && (
                    <span className="text-small text-muted numeric">{option.note}</span>
                  )}
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
