import { ChevronsUpDown } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import type { ButtonSize } from './button-style.ts'
import { controlClass } from './input.tsx'
import { OpenedLater } from './opened-later.tsx'
import { patiently } from '../utilities/patiently.ts'

/** An option. */
interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  /** Secondary text, such as a count. */
  note?: string
  /** Whether it is shown but cannot be selected. */
  disabled?: boolean
}

/** Props of a select. */
export interface SelectProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  /** Accessible name, unless a label references `id`. */
  label?: string
  /** Whether to show the label before the value, for a select in a toolbar. */
  showLabel?: boolean
  id?: string
  size?: ButtonSize
  disabled?: boolean
  required?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  className?: string
}

/** Look of the button of a select. */
export function selectClass(props: { size?: ButtonSize; className?: string }): string {
  return classNames(
    controlClass,
    'flex max-w-full items-center gap-1.5 pr-1.5 pl-2 text-left select-none',
    props.size === 'small' ? 'h-control-small text-small' : 'h-control',
    props.className,
  )
}

/** ARIA attributes of a closed select. They reference no list, because none is rendered. */
const closedSelect = { role: 'combobox', 'aria-expanded': false } as const

const SelectPopup = lazy(async () => {
  const { SelectPopup: component } = await patiently(() => import('./popups.ts'))
  return { default: component }
})

/** Selects one of a few values. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const chosen = props.options.find((option) => option.value === props.value)
  return (
    <OpenedLater
      trigger={
        <button
          type="button"
          {...closedSelect}
          id={props.id}
          aria-label={props.label === undefined ? undefined : `${props.label}: ${chosen?.label ?? 'none'}`}
          aria-haspopup="listbox"
          disabled={props.disabled ?? false}
          className={selectClass(props)}
        >
          {props.showLabel === true && <span className="shrink-0 text-muted">{props.label}</span>}
          {chosen?.icon}
          <span className="min-w-0 flex-1 truncate">{chosen?.label}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 text-muted" />
        </button>
      }
    >
      {(pressed, ref) => (
        <SelectPopup
          {...props}
          onChange={(value) => {
            const option = props.options.find((candidate) => candidate.value === value)
            if (option !== undefined) props.onChange(option.value)
          }}
          defaultOpen={pressed}
          triggerRef={ref}
        />
      )}
    </OpenedLater>
  )
}
