import { Button, ConfirmDialog, TextField } from '@binnacle/ui'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocumentForm } from '../../application/forms/use-document-form.ts'

/** The fields that every document begins with. */
interface NamedValue {
  name: string
  description: string | null
}

/** The name of a document. */
export function NameField({ form }: { form: DocumentForm<NamedValue> }): ReactNode {
  return (
    <TextField
      label="Name"
      required
      autoComplete="off"
      value={form.value.name}
      error={form.errorOf('name')}
      onChange={(event) => form.set({ name: event.target.value })}
    />
  )
}

/** The description of a document, which may be empty. */
export function DescriptionField({ form }: { form: DocumentForm<NamedValue> }): ReactNode {
  return (
    <TextField
      label="Description"
      autoComplete="off"
      value={form.value.description ?? ''}
      error={form.errorOf('description')}
      onChange={(event) => form.set({ description: event.target.value === '' ? null : event.target.value })}
    />
  )
}

/** The reason or note of a change to shifts. */
export function RemarkField(props: {
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}): ReactNode {
  return (
    <TextField
      label={props.label}
      autoComplete="off"
      maxLength={500}
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

/** A button that deletes a document after a question. @param props.children what deleting it means for others */
export function DeleteDocument(props: {
  name: string
  /** What it is, such as `rota`. */
  kind: string
  run: () => Promise<unknown>
  keys: readonly QueryKey[]
  onDone: () => void
  children: ReactNode
}): ReactNode {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" className="mr-auto" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await props.run()
            props.onDone()
            for (const queryKey of props.keys) void queries.invalidateQueries({ queryKey })
          }}
          title={`Delete ${props.name}?`}
          confirmLabel={`Delete ${props.kind}`}
        >
          {props.children}
        </ConfirmDialog>
      )}
    </>
  )
}
