import { isRecord, SECRET_MASK } from '@binnacle/contract'
import { Button, TextAreaField, TextField } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { type FieldSetup, nothing, useFieldAttributes } from './basic-fields.tsx'
import { useSpecForm } from './spec-form.ts'

/** A secret: what is stored is never shown, and stays unless something else is typed. */
export function SecretField(setup: FieldSetup): ReactNode {
  const { field, path } = setup
  const form = useSpecForm()
  const { required: _, help, ...attributes } = useFieldAttributes(setup)
  const value = form.valueAt(path)
  // Both spellings stay as they were written.
  const place = isRecord(value) ? [...path, 'value'] : path
  const text = form.valueAt(place)
  const [stored] = useState(text === SECRET_MASK)
  const masked = text === SECRET_MASK
  const shared = {
    ...attributes,
    'aria-required': field.required,
    autoComplete: 'new-password',
    spellCheck: false,
    placeholder: masked ? 'Stored. Type to replace it' : '',
    value: masked || typeof text !== 'string' ? '' : text,
    ...(help === undefined ? {} : { help }),
    onChange: (event: { target: { value: string } }) => {
      const typed = event.target.value
      if (typed !== '') form.change(place, typed)
      else form.change(stored ? place : path, stored ? SECRET_MASK : nothing(field))
    },
  }
  const multiline = field.node['widget'] === 'multiline'
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        {multiline ? <TextAreaField {...shared} rows={3} /> : <TextField {...shared} type="password" />}
      </div>
      {masked && !field.required && (
        <Button className="shrink-0" onClick={() => form.change(path, undefined)}>
          {`Remove ${attributes.label.toLowerCase()}`}
        </Button>
      )}
    </div>
  )
}
