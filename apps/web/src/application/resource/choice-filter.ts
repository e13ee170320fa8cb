import { ALL, type ChoiceControl } from '@binnacle/ui'

/**
 * A filter for one of a few values, or for all of them.
 * @param setup.values those that filter
 * @param setup.onChange told the new value, `all` where none filters
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
