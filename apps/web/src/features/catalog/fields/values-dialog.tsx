import { TextField, useToast } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import { PersonField } from '../../../application/forms/person-field.tsx'
import { EntryDialog } from '../../../application/resource/entry-dialog.tsx'
import { EntrySelect } from '../../../application/resource/entry-fields.tsx'
import { type EntryForm, useEntryForm } from '../../../application/resource/use-entry-form.ts'
import type { ConfigDetail, ItemField } from '../config/queries.ts'
import { saveFieldValues } from './queries.ts'
import { readPerson, typedOf, valuesForm } from './values-form.ts'

/** Edits the values of fields of an item. */
export function ValuesDialog({ config, onClose }: { config: ConfigDetail; onClose: () => void }): ReactNode {
  const toast = useToast()
  // Somebody else may change a value meanwhile: what is typed here must not go for that.
  const [{ fields, schema, defaults }] = useState(() => ({
    fields: config.fields,
    schema: valuesForm(config.fields),
    defaults: typedOf(config.fields),
  }))
  const entry = useEntryForm({
    draft: `fields of ${config.id}`,
    schema,
    defaults,
    names: fields.map(({ name }) => name),
    within: 'values',
    topics: ['configs'],
    async send(values) {
      await saveFieldValues(config.id, values)
      toast.success('Fields saved')
      onClose()
    },
  })
  return (
    <EntryDialog
      entry={entry}
      title={`Fields of ${config.name}`}
      description="Scrapes never change these values."
      submitLabel="Save"
      onClose={onClose}
    >
      {fields.map((field) => (
        <ValueField key={field.name} field={field} entry={entry} />
      ))}
    </EntryDialog>
  )
}

function ValueField<Output>(props: {
  field: ItemField
  entry: EntryForm<Record<string, string>, Output>
}): ReactNode {
  const { entry } = props
  const { name, kind, description, choices } = props.field
  const common = { label: name, ...(description !== '' && { help: description }) }
  if (kind === 'person')
    return (
      <Controller
        control={entry.form.control}
        name={name}
        render={({ field }) => (
          <PersonField
            {...common}
            error={entry.errorOf(name)}
            value={readPerson(field.value ?? '')}
            onChange={(person) => field.onChange(person === null ? '' : `${person.value} ${person.label}`)}
          />
        )}
      />
    )
  if (kind === 'choice')
    return (
      <EntrySelect
        {...common}
        entry={entry}
        name={name}
        options={() => ['', ...choices].map((value) => ({ value, label: value === '' ? 'None' : value }))}
      />
    )
  return (
    <TextField
      {...common}
      type={kind === 'date' ? 'date' : 'text'}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      autoComplete="off"
      {...entry.form.register(name)}
      error={entry.errorOf(name)}
    />
  )
}
