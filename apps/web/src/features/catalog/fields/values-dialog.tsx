import { type FieldValue, readFieldValue } from '@binnacle/contract/catalog'
import { Notice, SelectField, TextField } from '@binnacle/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../../application/forms/form-dialog.tsx'
import { sortProblems } from '../../../application/forms/forms.ts'
import { useInvalidFocus } from '../../../application/forms/invalid-focus.ts'
import { PersonField } from '../../../application/forms/person-field.tsx'
import { useChange } from '../../../application/resource/use-change.ts'
import type { ConfigDetail, ItemField } from '../config/queries.ts'
import { saveFieldValues } from './queries.ts'

/** What a person entered in a field; of a chosen person, the name too. */
interface FieldInput {
  text: string
  /** Of the person. */
  name: string
}

function typedOf({ kind, value, person_id: personId }: ItemField): FieldInput {
  const text = value === null ? '' : String(value)
  return kind === 'person' ? { text: personId ?? '', name: text } : { text, name: '' }
}

/** Edits the values of fields of an item. */
export function ValuesDialog({ config, onClose }: { config: ConfigDetail; onClose: () => void }): ReactNode {
  const formId = useId()
  const focusInvalid = useInvalidFocus(formId)
  // Somebody else may change a value meanwhile: what is typed here must not go for that.
  const [fields] = useState(config.fields)
  const [typed, setTyped] = useState(() => new Map(fields.map((field) => [field.name, typedOf(field)])))
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string>()
  const changed = fields.filter((field) => typed.get(field.name)?.text !== typedOf(field).text)
  const save = useChange({
    run: async () => {
      const values = new Map<string, FieldValue>()
      for (const field of changed) {
        const read = readFieldValue(field, typed.get(field.name)?.text ?? null)
        if (read.ok) values.set(field.name, read.value)
      }
      try {
        await saveFieldValues(config.id, Object.fromEntries(values))
      } catch (error) {
        const formFailure = sortProblems(
          fields.map(({ name }) => `values.${name}`),
          error,
        )
        setProblems(
          new Map([...formFailure.fields].map(([path, message]) => [path.slice('values.'.length), message])),
        )
        setFailure(formFailure.rest)
        focusInvalid()
        throw error
      }
    },
    success: 'Fields saved',
    keys: [['configs']],
    onDone: onClose,
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = new Map<string, string>()
    for (const field of changed) {
      const read = readFieldValue(field, typed.get(field.name)?.text ?? null)
      if (!read.ok) found.set(field.name, `It ${read.failure}`)
    }
    setProblems(found)
    setFailure(undefined)
    if (found.size > 0) focusInvalid()
    else if (!save.isPending) save.mutate()
  }
  return (
    <FormDialog
      title={`Fields of ${config.name}`}
      description="Scrapes never change what is written here."
      formId={formId}
      submitLabel="Save"
      sending={save.isPending}
      dirty={changed.length > 0}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        {fields.map((field) => (
          <ValueField
            key={field.name}
            field={field}
            typed={typed.get(field.name) ?? typedOf(field)}
            problem={problems.get(field.name)}
            onChange={(value) => setTyped(new Map(typed).set(field.name, value))}
          />
        ))}
      </form>
    </FormDialog>
  )
}

function ValueField(props: {
  field: ItemField
  typed: FieldInput
  problem: string | undefined
  onChange: (typed: FieldInput) => void
}): ReactNode {
  const { typed, problem, onChange } = props
  const { name, kind, description, choices } = props.field
  const common = { label: name, error: problem, ...(description !== '' && { help: description }) }
  if (kind === 'person')
    return (
      <PersonField
        {...common}
        value={typed.text === '' ? null : { value: typed.text, label: typed.name }}
        onChange={(person) => onChange({ text: person?.value ?? '', name: person?.label ?? '' })}
      />
    )
  if (kind === 'choice')
    return (
      <SelectField
        {...common}
        value={typed.text}
        onChange={(text) => onChange({ ...typed, text })}
        options={['', ...choices].map((value) => ({ value, label: value === '' ? 'None' : value }))}
      />
    )
  return (
    <TextField
      {...common}
      type={kind === 'date' ? 'date' : 'text'}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      autoComplete="off"
      value={typed.text}
      onChange={(event) => onChange({ ...typed, text: event.target.value })}
    />
  )
}
