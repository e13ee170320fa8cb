import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../primitives/button-style.ts'
import { Popover } from '../primitives/popover.tsx'
import { Select } from '../primitives/select.tsx'
import { Switch } from '../primitives/switch.tsx'
import { classNames } from '../utilities/class-names.ts'
import type { FilterControl, TriStateControl } from './filter-control.ts'
import { TriStateList } from './tri-state-list.tsx'

function optionsOf(control: FilterControl & { kind: 'choice' }) {
  return control.options.map(({ value, label, count }) =>
    count === undefined ? { value, label } : { value, label, note: String(count) },
  )
}

function TriStateButton({ control }: { control: TriStateControl }): ReactNode {
  const count = control.value.size
  return (
    <Popover
      label={control.label}
      className="w-64 p-1.5"
      trigger={
        <button
          type="button"
          className={classNames(buttonClass({}), count > 0 && 'border-accent-text! text-accent-text!')}
        >
          {control.label}
          {count > 0 && <span className="numeric">{count}</span>}
          <ChevronDown aria-hidden="true" className="size-3.5 text-muted" />
        </button>
      }
    >
      <TriStateList control={control} />
    </Popover>
  )
}

/** A filter in the bar. */
export function InlineFilter({ control }: { control: FilterControl }): ReactNode {
  if (control.kind === 'toggle')
    return <Switch label={control.label} checked={control.value} onChange={control.onChange} />
  if (control.kind === 'triState') return <TriStateButton control={control} />
  return (
    <Select
      label={control.label}
      showLabel
      value={control.value}
      onChange={control.onChange}
      options={optionsOf(control)}
    />
  )
}

/**
 * A filter in a panel or beside a list.
 * @param props.bare whether to omit the label, if a heading already shows it
 */
export function StackedFilter({
  control,
  bare = false,
}: {
  control: FilterControl
  bare?: boolean
}): ReactNode {
  if (control.kind === 'toggle')
    return <Switch label={control.label} checked={control.value} onChange={control.onChange} />
  return (
    <div className="flex flex-col gap-1">
      {!bare && <span className="text-small font-medium text-secondary">{control.label}</span>}
      {control.kind === 'triState' ? (
        <TriStateList control={control} />
      ) : (
        <Select
          label={control.label}
          value={control.value}
          onChange={control.onChange}
          options={optionsOf(control)}
        />
      )}
    </div>
  )
}
