import { type ComboboxOption, MultiCombobox } from '../primitives/combobox.tsx'
import { Field } from '../primitives/field.tsx'
import { type ReactNode, useState } from 'react'
import { asText, type FieldSetup, nothing, useFieldAttributes } from './basic-fields.tsx'
import type { Choice } from './field-kind.ts'
import { useSchemaForm } from './schema-form.ts'

const optionOf = (text: string): ComboboxOption => ({ value: text, label: text })

/** Field for a list of texts or numbers, both suggested and typed ones. */
export function ValuesField(props: FieldSetup & { numbers: boolean; options: readonly Choice[] }): ReactNode {
  const { field, path, numbers } = props
  const form = useSchemaForm()
  const [typed, setTyped] = useState('')
  const { onBlur: _, ...attributes } = useFieldAttributes(props)
  const value = form.valueAt(path)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const wanted = typed.trim()
  const offered = props.options.map(String).filter((text) => text.includes(wanted))
  const texts = wanted === '' || offered.includes(wanted) ? offered : [...offered, wanted]
  const read = (text: string): Choice =>
    numbers && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  return (
    <Field {...attributes}>
      {(control) => (
        <MultiCombobox
          {...control}
          options={texts.map(optionOf)}
          value={chosen.map((item) => optionOf(asText(item)))}
          onChange={(next) =>
            form.change(path, next.length === 0 ? nothing(field) : next.map((option) => read(option.value)))
          }
          onSearch={setTyped}
          placeholder={numbers ? 'Choose or type a number' : 'Type a value'}
        />
      )}
    </Field>
  )
}
