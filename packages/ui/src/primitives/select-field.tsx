import type { ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Select, type SelectProps } from './select.tsx'

/** A labeled select. */
export function SelectField<Value extends string>({
  value,
  onChange,
  options,
  disabled = false,
  ...field
}: FieldProps & Pick<SelectProps<Value>, 'value' | 'onChange' | 'options' | 'disabled'>): ReactNode {
  return (
    <Field {...field}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={onChange}
          options={options}
          disabled={disabled}
          className="w-full"
        />
      )}
    </Field>
  )
}
