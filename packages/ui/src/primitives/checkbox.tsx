import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'

/** A checkbox with its label. `mixed` means that only some of the items it stands for are checked. */
export function Checkbox(props: {
  label: ReactNode
  checked: boolean
  mixed?: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  hideLabel?: boolean
  className?: string
}): ReactNode {
  return (
    <label
      className={classNames(
        'inline-flex min-h-control-small items-center gap-2 select-none has-data-disabled:opacity-50',
        props.className,
      )}
    >
      <Base.Root
        checked={props.checked}
        indeterminate={props.mixed ?? false}
        onCheckedChange={props.onChange}
        disabled={props.disabled ?? false}
        className="flex size-4 shrink-0 items-center justify-center rounded-small border border-line-control bg-surface text-on-accent data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent"
      >
        <Base.Indicator>
          {props.mixed === true ? (
            <Minus aria-hidden="true" className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden="true" className="size-3" strokeWidth={3} />
          )}
        </Base.Indicator>
      </Base.Root>
      <span className={props.hideLabel === true ? 'sr-only' : undefined}>{props.label}</span>
    </label>
  )
}
