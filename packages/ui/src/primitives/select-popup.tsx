import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import type { OpenedTrigger } from './opened-later.tsx'
import { popupClass, popupItemClass } from './popup-style.ts'
import { selectClass, type SelectProps } from './select.tsx'

/** The select itself; see Select. */
export function SelectPopup({
  triggerRef,
  defaultOpen,
  ...props
}: SelectProps<string> & OpenedTrigger): ReactNode {
  const chosen = props.options.find((option) => option.value === props.value)
  return (
    <Base.Root
      defaultOpen={defaultOpen}
      value={props.value}
      onValueChange={(value) => {
        if (value !== null) props.onChange(value)
      }}
      items={props.options}
      disabled={props.disabled ?? false}
      required={props.required ?? false}
    >
      <Base.Trigger
        ref={triggerRef}
        id={props.id}
        aria-label={props.label === undefined ? undefined : `${props.label}: ${chosen?.label ?? 'none'}`}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        className={selectClass(props)}
      >
        {props.showLabel === true && <span className="shrink-0 text-muted">{props.label}</span>}
        {chosen?.icon}
        <Base.Value className="min-w-0 flex-1 truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        {/* Not aligned with the trigger: that needs a style element and hides the scroll bar. */}
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
