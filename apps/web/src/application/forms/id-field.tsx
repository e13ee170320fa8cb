import { Combobox, type ComboboxOption, Field } from '@binnacle/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * A field for one thing of a list, by its id. A chosen id that is not in the list stays, and shows itself.
 * @param props.choices the things as options
 * @param props.value an empty text for none
 */
export function IdField(props: {
  label: string
  required?: true
  help: ReactNode
  error: string | undefined
  placeholder: string
  choices: UseQueryResult<readonly ComboboxOption[]>
  value: string
  onChange: (id: string) => void
  onBlur: () => void
}): ReactNode {
  const { label, required, help, choices, value } = props
  const { data: options = [], isPending, isError } = choices
  const error = props.error ?? (isError ? 'The choices could not be loaded.' : undefined)
  const chosen =
    options.find((option) => option.value === value) ?? (value === '' ? null : { value, label: value })
  return (
    <Field label={label} help={help} error={error} {...(required === undefined ? {} : { required })}>
      {(control) => (
        <div onBlur={props.onBlur}>
          <Combobox
            {...control}
            options={options}
            value={isPending ? null : chosen}
            onChange={(option) => props.onChange(option?.value ?? '')}
            searching={isPending}
            placeholder={props.placeholder}
          />
        </div>
      )}
    </Field>
  )
}
