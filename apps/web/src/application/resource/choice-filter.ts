import { ALL, type ChoiceControl } from '@binnacle/ui'

/**
 * Creates the control of a filter that matches one of a few values, or all.
 * @param setup.values the values to choose from
 * @param setup.onChange receives the new value; `all` for no filter
 */
export function choiceFilter<Value extends string>(setup: {
  id: string
  label: string
  value: Value | typeof ALL
  values: readonly Value[]
  labels: Readonly<Record<Value, string>>
  onChange: (value: Value | typeof ALL) => void
}): ChoiceControl {
  const { id, label, value, values, labels, onChange } = setup
  return {
    kind: 'choice',
    id,
    label,
    value,
    neutral: ALL,
    options: [
      { value: ALL, label: 'All' },
      ...values.map((choice) => ({ value: choice, label: labels[choice] })),
    ],
    onChange: (text) => onChange(values.find((choice) => choice === text) ?? ALL),
  }
}
