import { type TriStateFilter, withTriState } from './tri-state.ts'

/** A value of a filter. */
export interface FilterOption {
  value: string
  label: string
  /** Number of rows with this value. */
  count?: number
}

interface ControlBase {
  id: string
  label: string
}

/** A filter with one of several values; `neutral` filters nothing. */
export interface ChoiceControl extends ControlBase {
  kind: 'choice'
  value: string
  neutral: string
  options: readonly FilterOption[]
  onChange: (value: string) => void
}

/** A filter that is on or off; `neutral` filters nothing. */
export interface ToggleControl extends ControlBase {
  kind: 'toggle'
  value: boolean
  neutral: boolean
  onChange: (value: boolean) => void
}

/** A filter whose values are each neutral, included or excluded. */
export interface TriStateControl extends ControlBase {
  kind: 'triState'
  value: TriStateFilter
  options: readonly FilterOption[]
  onChange: (value: TriStateFilter) => void
}

/** A filter with its current value and its change handler. */
export type FilterControl = ChoiceControl | ToggleControl | TriStateControl

/** An active filter value, as its chip shows it. */
export interface ActiveFilter {
  id: string
  label: string
  /** Text of the value, for example `Unhealthy`; empty for a toggle, whose label is enough. */
  value: string
  excluded: boolean
  remove: () => void
}

const labelOf = (options: readonly FilterOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

/** Returns the active filter values, each with a function that removes it. */
export function activeFilters(controls: readonly FilterControl[]): readonly ActiveFilter[] {
  return controls.flatMap((control): readonly ActiveFilter[] => {
    const { id, label } = control
    if (control.kind === 'triState')
      return Array.from(control.value, ([value, state]) => ({
        id: `${id}:${value}`,
        label,
        value: labelOf(control.options, value),
        excluded: state === -1,
        remove: () => control.onChange(withTriState(control.value, value, 0)),
      }))
    if (control.value === control.neutral) return []
    const common = { id, excluded: false }
    if (control.kind === 'toggle')
      return [{ ...common, label, value: '', remove: () => control.onChange(control.neutral) }]
    const value = labelOf(control.options, control.value)
    return [{ ...common, label, value, remove: () => control.onChange(control.neutral) }]
  })
}

/** Describes an active filter: `Status: Unhealthy`, `Type: not Pod`. */
export function describeFilter(filter: ActiveFilter): string {
  if (filter.value === '') return filter.label
  return `${filter.label}: ${filter.excluded ? 'not ' : ''}${filter.value}`
}
