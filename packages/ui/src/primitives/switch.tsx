import { Switch as Base } from '@base-ui/react/switch'
import type { ReactNode } from 'react'

/** Turns something on or off at once. A press on the label works too. */
export function Switch(props: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}): ReactNode {
  return (
    <label className="inline-flex min-h-control-small items-center gap-2 select-none has-data-disabled:opacity-50">
      <Base.Root
        checked={props.checked}
        onCheckedChange={props.onChange}
        disabled={props.disabled ?? false}
        className="flex h-4 w-7 shrink-0 items-center rounded-full border border-line-control bg-sunken p-px transition-colors duration-100 data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Thumb className="size-3 rounded-full border border-transparent bg-line-control transition-transform duration-100 data-checked:translate-x-3 data-checked:bg-on-accent" />
      </Base.Root>
      {props.label}
    </label>
  )
}
