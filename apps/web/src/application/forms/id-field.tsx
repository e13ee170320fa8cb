import { Combobox, type ComboboxOption, Field } from '@binnacle/ui'
import type { ReactNode } from 'react'

/**
 * A field for one thing of a list, by its id. A chosen id that is not in the list stays, and shows itself.
 * @param props.options undefined while they load
 * @param props.value an empty text for none
 */
export function IdField(props: {
  label: string
  required?: true
  help: ReactNode
  error: string | undefined
  placeholder: string
  options: readonly ComboboxOption[] | undefined
  value: string
  onChange: (id: string) => void
  onBlur: () => void
}): ReactNode {
  const { label, required, help, error, options, value } = props
  const chosen =
    options?.find((option) => option.value === value) ?? (value === '' ? null : { value, label: value })
  return (
    <Field label={label} help={help} error={error} {...(required === undefined ? {} : { required })}>
      {(control) => (
        <div onBlur={props.onBlur}>
          <Combobox
            {...control}
            options={options ?? []}
            value={options === undefined ? null : chosen}
            onChange={(option) => props.onChange(option?.value ?? '')}
            searching={options === undefined}
            placeholder={props.placeholder}
          />
        </div>
      )}
    </Field>
  )
}
