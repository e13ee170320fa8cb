import { type ComboboxOption, Field, MultiCombobox } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import type { EntryFieldSetup } from './entry-fields.tsx'
import type { EntryValues } from './entry-values.ts'

const plainOption = (text: string): ComboboxOption => ({ value: text, label: text })

/**
 * Field of an entry form for several texts.
 * @param props.offers returns what is offered for what is typed
 * @param props.optionOf returns a chosen text as it is shown. Default: as it is
 * @param props.placeholder shown while none is chosen
 */
export function EntryTexts<Input extends EntryValues, Output>(
  props: EntryFieldSetup<Input, Output> & {
    required?: true
    offers: (typed: string) => readonly string[]
    optionOf?: (text: string) => ComboboxOption
    placeholder: string
  },
): ReactNode {
  const { entry, name, label, help, required, optionOf = plainOption } = props
  const { field } = useController({ control: entry.form.control, name })
  const [typed, setTyped] = useState('')
  const chosen: readonly string[] = Array.isArray(field.value) ? field.value.map(String) : []
  return (
    <Field
      label={label}
      help={help}
      error={entry.errorOf(name)}
      {...(required === undefined ? {} : { required })}
    >
      {(control) => (
        <div onBlur={field.onBlur}>
          <MultiCombobox
            {...control}
            options={props.offers(typed.trim()).map(optionOf)}
            value={chosen.map(optionOf)}
            onChange={(options) => field.onChange(options.map(({ value }) => value))}
            onSearch={setTyped}
            placeholder={chosen.length === 0 ? props.placeholder : ''}
          />
        </div>
      )}
    </Field>
  )
}
