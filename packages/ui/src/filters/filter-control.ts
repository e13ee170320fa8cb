import { type TriStateFilter, withTriState } from './tri-state.ts'

/** One value that a filter can take. */
export interface FilterOption {
  value: string
  label: string
  /** How many rows have it. */
  count?: number
}

interface ControlBase {
  id: string
  label: string
}

/** One of several values, of which `neutral` filters nothing. */
export interface ChoiceControl extends ControlBase {
  kind: 'choice'
  value: string
  neutral: string
  options: readonly FilterOption[]
  onChange: (value: string) => void
}

/** On or off, of which `neutral` filters nothing. */
export interface ToggleControl extends ControlBase {
  kind: 'toggle'
  value: boolean
  neutral: boolean
  onChange: (value: boolean) => void
}

/** Values that are each neutral, included or excluded. */
export interface TriStateControl extends ControlBase {
  kind: 'triState'
  value: TriStateFilter
  options: readonly FilterOption[]
  onChange: (value: TriStateFilter) => void
}

/** A filter with its value and what changes it. */
export type FilterControl = ChoiceControl | ToggleControl | TriStateControl

/** A filter value that is in force, as its chip shows it. */
export interface ActiveFilter {
  id: string
  label: string
  /** What is shown, for example `Unhealthy`; empty for a toggle, whose label says it all. */
  value: string
  excluded: boolean
  remove: () => void
}

const labelOf = (options: readonly FilterOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

/** The filter values in force, each with what takes it away. */
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

/** A filter in words: `Status: Unhealthy`, `Type: not Pod`. */
export function describeFilter(filter: ActiveFilter): string {
  if (filter.value === '') return filter.label
  return `${filter.label}: ${filter.excluded ? 'not ' : ''}${filter.value}`
}
