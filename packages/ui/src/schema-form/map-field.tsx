import { isRecord } from '@binnacle/contract/schema'
import { Button } from '../primitives/button.tsx'
import { IconButton } from '../primitives/icon-button.tsx'
import { Input } from '../primitives/input.tsx'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { asText, type FieldSetup, useFieldAttributes } from './basic-fields.tsx'
import { useSchemaForm } from './schema-form.ts'

/**
 * Edits a map of texts, such as labels.
 * @param props.onChange receives the name and its new text; undefined removes the name
 */
export function MapEditor(props: {
  label: string
  help?: string
  error?: string | undefined
  value: Readonly<Record<string, unknown>>
  onChange: (key: string, value: string | undefined) => void
}): ReactNode {
  const { label, value, onChange } = props
  const noteId = useId()
  const [key, setKey] = useState('')
  const [text, setText] = useState('')
  const note = props.error ?? props.help
  const name = key.trim()
  function add(): void {
    if (name === '') return
    onChange(name, text)
    setKey('')
    setText('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  const rowClass = 'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4rem] items-center gap-2'
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={noteId}>
      <legend className="mb-1 text-small font-medium text-secondary">{label}</legend>
      {Object.entries(value).map(([known, item]) => (
        <div key={known} className={rowClass}>
          <span className="font-mono text-small wrap-anywhere">{known}</span>
          <Input
            aria-label={`${label}: ${known}`}
            value={asText(item)}
            onChange={(event) => onChange(known, event.target.value)}
          />
          <IconButton
            label={`Remove ${known}`}
            size="small"
            icon={<X className="size-3.5" />}
            onClick={() => onChange(known, undefined)}
          />
        </div>
      ))}
      <div className={rowClass}>
        <Input
          aria-label={`${label}: new name`}
          placeholder="name"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          onKeyDown={addOnEnter}
        />
        <Input
          aria-label={`${label}: new value`}
          placeholder="value"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={addOnEnter}
          onBlur={add}
        />
        <Button
          size="small"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          aria-label={`Add to ${label.toLowerCase()}`}
          disabled={name === ''}
          onClick={add}
        >
          Add
        </Button>
      </div>
      <p
        id={noteId}
        className={props.error === undefined ? 'text-small text-muted' : 'text-small text-unhealthy'}
      >
        {note}
      </p>
    </fieldset>
  )
}

/** Field for a map of texts. */
export function MapField(setup: FieldSetup): ReactNode {
  const form = useSchemaForm()
  const { required: _, onBlur, ...attributes } = useFieldAttributes(setup)
  const value = form.valueAt(setup.path)
  return (
    <MapEditor
      {...attributes}
      value={isRecord(value) ? value : {}}
      onChange={(key, text) => {
        onBlur()
        form.change([...setup.path, key], text)
      }}
    />
  )
}
