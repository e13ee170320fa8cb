import { parseDuration } from '@binnacle/contract/text'
import { Button } from '../primitives/button.tsx'
import { Checkbox } from '../primitives/checkbox.tsx'
import { SelectField } from '../primitives/select-field.tsx'
import { TextAreaField, TextField } from '../primitives/text-field.tsx'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { ValuePath } from './schema-form.ts'
import { type Choice, type FormField, helpOf, labelOf } from './field-kind.ts'
import { REQUIRED, useSchemaForm } from './schema-form.ts'

/** What every field of a form is given. */
export interface FieldSetup {
  field: FormField
  path: ValuePath
}

/** A text for a control; nothing is an empty one. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What an emptied control leaves: a required field keeps its place in the text. */
export function nothing(field: FormField): null | undefined {
  return field.required ? null : undefined
}

/** Label, help and error of a field, and what tells that the person has been there. */
export function useFieldAttributes({ field, path }: FieldSetup) {
  const form = useSchemaForm()
  const help = helpOf(field.node)
  return {
    label: labelOf(field.key, field.node),
    required: field.required,
    error: form.problemAt(path),
    ...(help === undefined ? {} : { help }),
    onBlur: () => form.touch(path),
  }
}

const durationProblem = (text: string): string | undefined => {
  const parsed = text === '' ? undefined : parseDuration(text)
  return parsed?.ok === false ? parsed.failure : undefined
}

/** Text of one line or several, or a duration. */
export function TextValueField({
  kind,
  ...setup
}: FieldSetup & { kind: 'text' | 'multiline' | 'duration' }): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const { error, ...attributes } = useFieldAttributes(setup)
  const value = asText(form.valueAt(path))
  const shared = {
    ...attributes,
    value,
    error: error ?? (kind === 'duration' ? durationProblem(value) : undefined),
    spellCheck: false,
    onChange: (event: { target: { value: string } }) =>
      form.change(path, event.target.value === '' ? nothing(field) : event.target.value),
  }
  if (kind === 'multiline') return <TextAreaField {...shared} rows={3} />
  return (
    <TextField
      {...shared}
      autoComplete="off"
      {...(kind === 'duration' ? { placeholder: '10s, 1m30s' } : {})}
    />
  )
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/**
 * Edits a number. Text that is not a number stays and shows an error. A field that somebody emptied shows that it is
 * required, with a button that removes it: emptying is the first step of typing another number, and a save in between may
 * not drop a limit unnoticed. A field that never had a value is left out of the spec.
 */
export function NumberField(setup: FieldSetup): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const input = useRef<HTMLInputElement>(null)
  const { error, ...attributes } = useFieldAttributes(setup)
  const value = form.valueAt(path)
  const [typed, setTyped] = useState(asText(value))
  // What is typed is shown as it is, as long as it means the value: `1.` is the beginning of 1.5.
  const shown = isNumber(typed) && Number(typed) === value ? typed : asText(value)
  const isEmptied = value === null
  const problem = isEmptied
    ? REQUIRED
    : shown !== '' && !isNumber(shown)
      ? 'This field must be a number'
      : undefined
  return (
    <div className="flex flex-col items-start gap-1.5">
      <TextField
        {...attributes}
        ref={input}
        className="w-full"
        error={problem ?? error}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          form.change(path, text === '' ? null : isNumber(text) ? Number(text) : text)
        }}
      />
      {isEmptied && !field.required && (
        <Button
          size="small"
          onClick={() => {
            form.change(path, undefined)
            input.current?.focus()
          }}
        >
          {`Leave out ${attributes.label.toLowerCase()}`}
        </Button>
      )}
    </div>
  )
}

/** Yes or no. */
export function BooleanField(setup: FieldSetup): ReactNode {
  const form = useSchemaForm()
  const { label, help, error } = useFieldAttributes(setup)
  return (
    <div className="flex flex-col gap-0.5">
      <Checkbox
        label={label}
        checked={form.valueAt(setup.path) === true}
        onChange={(checked) => form.change(setup.path, checked)}
      />
      {(error ?? help) !== undefined && (
        <p className={error === undefined ? 'text-small text-muted' : 'text-small text-unhealthy'}>
          {error ?? help}
        </p>
      )}
    </div>
  )
}

/** One of a few values. One that is written in the code and not offered here stays. */
export function ChoiceField({ options, ...setup }: FieldSetup & { options: readonly Choice[] }): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const { onBlur: _, ...attributes } = useFieldAttributes(setup)
  const value = form.valueAt(path)
  const present = asText(value)
  const texts = [...new Set([...options.map(String), ...(present === '' ? [] : [present])])]
  return (
    <SelectField
      {...attributes}
      value={present}
      onChange={(chosen) => {
        const option = options.find((candidate) => String(candidate) === chosen)
        form.change(path, chosen === '' ? nothing(field) : (option ?? chosen))
      }}
      options={[
        ...(field.required ? [] : [{ value: '', label: 'Not set' }]),
        ...texts.map((text) => ({ value: text, label: text })),
      ]}
    />
  )
}

/** When checks run: one of the usual schedules, or any other that is typed. */
export function ScheduleField({ options, ...setup }: FieldSetup & { options: readonly string[] }): ReactNode {
  const { field, path } = setup
  const list = useId()
  const form = useSchemaForm()
  const attributes = useFieldAttributes(setup)
  return (
    <div>
      <TextField
        {...attributes}
        list={list}
        autoComplete="off"
        spellCheck={false}
        placeholder="@every 1m"
        value={asText(form.valueAt(path))}
        onChange={(event) =>
          form.change(path, event.target.value === '' ? nothing(field) : event.target.value)
        }
      />
      <datalist id={list}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </div>
  )
}
