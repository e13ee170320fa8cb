import { REQUIRED } from '@binnacle/contract/core'
import { parseDuration } from '@binnacle/contract/text'
import { Button } from '../primitives/button.tsx'
import { Checkbox } from '../primitives/checkbox.tsx'
import { SelectField } from '../primitives/select-field.tsx'
import { TextAreaField, TextField } from '../primitives/text-field.tsx'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { ValuePath } from './schema-form.ts'
import { type Choice, type FormField, helpOf, labelOf } from './field-kind.ts'
import { useSchemaForm } from './schema-form.ts'

/** Props of every field of a schema form. */
export interface FieldSetup {
  field: FormField
  path: ValuePath
}

/** Converts a value to the text of a control; null and undefined become an empty text. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Returns the value of an emptied control: null for a required field, which keeps its place in the text, otherwise
 * undefined.
 */
export function nothing(field: FormField): null | undefined {
  return field.required ? null : undefined
}

/** Returns label, help and error of a field, and the handler that records the person's visit. */
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

/** Field for a single-line text, a multi-line text or a duration. */
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
 * Field for a number. Invalid text stays and shows an error. An emptied field shows that it is required, with a
 * button that removes it: people empty a field before they type another number, and a save in between must not drop a
 * limit unnoticed. A field that never had a value is omitted from the spec.
 */
export function NumberField(setup: FieldSetup): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const input = useRef<HTMLInputElement>(null)
  const { error, ...attributes } = useFieldAttributes(setup)
  const value = form.valueAt(path)
  const [typed, setTyped] = useState(asText(value))
  // Show the typed text as long as it means the value: `1.` is the beginning of 1.5.
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
    <div className="flex flex-col gap-0.5" data-invalid={error === undefined ? undefined : ''}>
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

/** Field for one of a few values. A value from the code that is not among the options is kept. */
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

/** Field for a schedule: a common one, or any typed one. */
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
