import { type KeyMapKind, namesValue, SECRET_MASK, writeValueFrom } from '@binnacle/contract/schema'
import { LabelRow } from '../primitives/field.tsx'
import { IconButton } from '../primitives/icon-button.tsx'
import { Select } from '../primitives/select.tsx'
import { TextAreaField, TextField } from '../primitives/text-field.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ValuePath } from './schema-form.ts'
import { type FieldSetup, nothing, useFieldAttributes } from './basic-fields.tsx'
import {
  type Credential,
  type CredentialKind,
  credentialKinds,
  isCredentialKind,
  isStored,
  readCredential,
} from './credential.ts'
import { useSchemaForm } from './schema-form.ts'

type KeyMapEntry = Extract<Credential, { key: string }>
type StaticCredential = Exclude<Credential, KeyMapEntry>

/** Props shared by the parts of the field. */
interface SharedProps extends FieldSetup {
  /** Select for the kind of value: static or a reference. */
  choice: ReactNode
}

/** Field for a value that may be a secret: the value itself, or a reference to it. A stored secret is never shown. */
export function SecretField(setup: FieldSetup): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const { label } = useFieldAttributes(setup)
  const above = path.slice(0, -1)
  const value = form.valueAt(path)
  const credential = readCredential(
    value,
    path,
    field.hasSubstitute === true ? form.valueAt(above) : undefined,
  )
  const [first] = useState({ value, wasStored: isStored(credential) })
  function choose(kind: CredentialKind): void {
    if (kind === credential.kind) return
    if (kind === 'static') {
      form.change(path, first.wasStored ? first.value : nothing(field))
      if (field.hasSubstitute === true) form.change([...above, 'valueFrom'], undefined)
    } else writeReference(kind, { name: '', key: '' })
  }
  function writeReference(kind: KeyMapKind, place: { name: string; key: string }): void {
    const valueFrom = writeValueFrom(kind, place)
    if (field.hasSubstitute === true) {
      form.change([...above, 'valueFrom'], valueFrom)
      form.change(path, undefined)
    } else form.change(path, { valueFrom })
  }
  const choice = (
    <Select
      size="small"
      className="border-transparent! bg-transparent! text-secondary hover:text-primary"
      label={`${label} is given as`}
      value={credential.kind}
      onChange={(kind) => {
        if (isCredentialKind(kind)) choose(kind)
      }}
      options={Object.entries(credentialKinds).map(([kind, title]) => ({ value: kind, label: title }))}
    />
  )
  return credential.kind === 'static' ? (
    <StaticValue {...setup} choice={choice} credential={credential} wasStored={first.wasStored} />
  ) : (
    <KeyMapFields {...setup} choice={choice} credential={credential} onChange={writeReference} />
  )
}

/** Input for the value itself. A stored secret stays unless the person types another one. */
function StaticValue({
  choice,
  credential: { text, place },
  wasStored,
  ...setup
}: SharedProps & { credential: StaticCredential; wasStored: boolean }): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const attributes = useFieldAttributes(setup)
  const masked = text === SECRET_MASK
  const shared = {
    ...attributes,
    action: (
      <>
        {masked && !field.required && (
          <IconButton
            label={`Remove ${attributes.label.toLowerCase()}`}
            size="small"
            icon={<X className="size-3.5" />}
            onClick={() => form.change(path, undefined)}
          />
        )}
        {choice}
      </>
    ),
    // A stored secret counts as a value, although the input is empty.
    required: field.required && !masked,
    autoComplete: 'new-password',
    spellCheck: false,
    placeholder: masked ? 'Stored. Type to replace it' : '',
    value: masked || text === undefined ? '' : text,
    onChange: (event: { target: { value: string } }) => {
      const typed = event.target.value
      const substitute = [...path.slice(0, -1), 'valueFrom']
      // The typed value replaces a reference that was shown in its short form.
      if (field.hasSubstitute === true && form.valueAt(substitute) !== undefined)
        form.change(substitute, undefined)
      if (typed !== '') form.change(place, typed)
      else form.change(wasStored ? place : path, wasStored ? SECRET_MASK : nothing(field))
    },
  }
  const multiline = field.node['widget'] === 'multiline'
  // A reference to a variable or a file is not secret, so show it.
  const isOpen = field.isShown === true || (text !== undefined && namesValue(text))
  const type = isOpen && !masked ? 'text' : 'password'
  return multiline ? <TextAreaField {...shared} rows={3} /> : <TextField {...shared} type={type} />
}

/** Inputs for the name and the key of a Config Map or a Secret. */
function KeyMapFields({
  choice,
  credential,
  onChange,
  ...setup
}: SharedProps & {
  credential: KeyMapEntry
  onChange: (kind: KeyMapKind, place: { name: string; key: string }) => void
}): ReactNode {
  const { kind, name, key, place } = credential
  const form = useSchemaForm()
  const { label, help, error } = useFieldAttributes(setup)
  const parts = { name, key }
  const problemOf = (part: 'name' | 'key') =>
    place === undefined ? undefined : form.problemAt([...place, part])
  const known = problemOf('name') ?? problemOf('key')
  const text = (part: 'name' | 'key', title: string) => (
    <TextField
      label={title}
      required
      autoComplete="off"
      spellCheck={false}
      value={parts[part]}
      error={problemOf(part)}
      onBlur={() => form.touch(place === undefined ? setup.path : [...place, part])}
      onChange={(event) => change(form.change, part, event.target.value)}
    />
  )
  function change(set: (path: ValuePath, to: unknown) => void, part: 'name' | 'key', typed: string): void {
    if (place === undefined) onChange(kind, { ...parts, [part]: typed })
    else set([...place, part], typed)
  }
  const note = known === undefined ? (error ?? help) : help
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="sr-only">{label}</legend>
      <LabelRow action={choice}>
        <span aria-hidden="true" className="text-small font-medium text-secondary">
          {label}
        </span>
      </LabelRow>
      <div className="grid grid-cols-2 gap-2 rounded-control border border-line p-2">
        {text('name', 'Name')}
        {text('key', 'Key')}
      </div>
      {note !== undefined && (
        <p className={note === error ? 'text-small text-unhealthy' : 'text-small text-muted'}>{note}</p>
      )}
    </fieldset>
  )
}
