import { SelectField, Switch, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { Controller, type FieldPath } from 'react-hook-form'
import type { EntryValues } from './entry-values.ts'
import type { EntryForm } from './use-entry-form.ts'

/** Props of every field of an entry form. */
export interface EntryFieldSetup<Input extends EntryValues, Output> {
  entry: EntryForm<Input, Output>
  name: FieldPath<Input>
  label: string
  help?: string | undefined
}

/** Text field of an entry form. */
export function EntryText<Input extends EntryValues, Output>(
  props: EntryFieldSetup<Input, Output> & { type?: 'email'; required?: true; readOnly?: boolean },
): ReactNode {
  const { entry, name, required, ...field } = props
  return (
    <TextField
      {...field}
      autoComplete="off"
      aria-required={required}
      {...entry.form.register(name)}
      error={entry.errorOf(name)}
    />
  )
}

/** Select of an entry form. */
export function EntrySelect<Input extends EntryValues, Output>(
  props: EntryFieldSetup<Input, Output> & {
    disabled?: boolean
    className?: string
    /** Option shown while no value is chosen. */
    placeholder?: string
    /** @param value the current value, which may not be among the options */
    options: (value: string) => readonly { value: string; label: string; note?: string; icon?: ReactNode }[]
  },
): ReactNode {
  const { entry, name, options, placeholder, ...select } = props
  const optionsOf = (value: string) =>
    value === '' && placeholder !== undefined
      ? [{ value, label: placeholder }, ...options(value)]
      : options(value)
  return (
    <Controller
      control={entry.form.control}
      name={name}
      render={({ field }) => (
        <SelectField
          {...select}
          error={entry.errorOf(name)}
          value={String(field.value)}
          onChange={field.onChange}
          options={optionsOf(String(field.value))}
        />
      )}
    />
  )
}

/** Switch of an entry form, with its effect below. */
export function EntrySwitch<Input extends EntryValues, Output>(
  props: EntryFieldSetup<Input, Output> & { disabled?: boolean },
): ReactNode {
  const { entry, name, help, label, disabled = false } = props
  return (
    <Controller
      control={entry.form.control}
      name={name}
      render={({ field }) => (
        <div>
          <Switch
            label={label}
            checked={Boolean(field.value)}
            onChange={field.onChange}
            disabled={disabled}
          />
          <p className="text-small text-muted">{help}</p>
        </div>
      )}
    />
  )
}
