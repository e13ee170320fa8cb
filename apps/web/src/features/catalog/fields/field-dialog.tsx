import { fieldKinds } from '@binnacle/contract/catalog'
import { TextAreaField, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { TextCursorInput } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { EntryDialog } from '../../../application/resource/entry-dialog.tsx'
import { EntrySelect, EntryText } from '../../../application/resource/entry-fields.tsx'
import { ItemDialog } from '../../../application/resource/query-states.tsx'
import { ReadDialog } from '../../../application/resource/read-dialog.tsx'
import { useEntryForm } from '../../../application/resource/use-entry-form.ts'
import { useSession } from '../../../application/session/session.ts'
import { fieldForm, typedOf } from './field-form.ts'
import { fieldQuery, FIELDS_TOPIC, type FieldRow, saveField } from './queries.ts'
import { kindLabels } from './words.ts'

const nothing = {
  title: 'No catalog field found',
  icon: <TextCursorInput strokeWidth={1.5} />,
  text: 'There is no catalog field with this id. It may have been deleted.',
}

const names = ['name', 'kind', 'description', 'choices', 'types'] as const

/** Adds a field. */
export function AddField({ onClose }: { onClose: () => void }): ReactNode {
  return <EditField field={undefined} onClose={onClose} />
}

/** A field to change, or only to read. */
export function FieldDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const mayWrite = useSession().may('write', 'database')
  return (
    <ItemDialog
      answer={useQuery(fieldQuery(id))}
      title="Catalog field"
      size="small"
      nothing={nothing}
      onClose={onClose}
    >
      {(field) =>
        mayWrite ? (
          <EditField field={field} onClose={onClose} />
        ) : (
          <ReadField field={field} onClose={onClose} />
        )
      }
    </ItemDialog>
  )
}

function ReadField({ field, onClose }: { field: FieldRow; onClose: () => void }): ReactNode {
  const { name, kind, description, choices, types } = field
  return (
    <ReadDialog
      title={name}
      size="small"
      onClose={onClose}
      items={[
        { label: 'Kind', value: kindLabels[kind] },
        { label: 'Description', value: description === '' ? null : description },
        ...(kind === 'choice' ? [{ label: 'Values', value: choices.join(', ') }] : []),
        { label: 'Types', value: types.length === 0 ? 'All' : types.join(', ') },
      ]}
    />
  )
}

function EditField({ field, onClose }: { field: FieldRow | undefined; onClose: () => void }): ReactNode {
  const toast = useToast()
  const isNew = field === undefined
  // Somebody else may change the field meanwhile: what is typed here must not go for that.
  const [defaults] = useState(() => typedOf(field))
  const entry = useEntryForm({
    draft: isNew ? 'new catalog field' : `catalog field ${field.id}`,
    schema: fieldForm,
    defaults,
    names,
    topics: [FIELDS_TOPIC, 'configs'],
    async send(values) {
      await saveField(field?.id, values)
      toast.success(`Field ${isNew ? 'added' : 'updated'}`)
      onClose()
    },
  })
  const kind = useWatch({ control: entry.form.control, name: 'kind' })
  return (
    <EntryDialog
      entry={entry}
      onClose={onClose}
      size="small"
      title={isNew ? 'Add catalog field' : 'Edit catalog field'}
      submitLabel={isNew ? 'Save' : 'Update'}
    >
      <EntryText
        entry={entry}
        name="name"
        label="Name"
        required
        help="Lowercase letters, digits, _ and -. Queries read it as field.NAME."
      />
      <EntrySelect
        entry={entry}
        name="kind"
        label="Kind"
        disabled={!isNew}
        options={() => fieldKinds.map((value) => ({ value, label: kindLabels[value] }))}
      />
      {kind === 'choice' && (
        <TextAreaField
          label="Values"
          help="One a line."
          rows={4}
          spellCheck={false}
          {...entry.form.register('choices')}
          error={entry.errorOf('choices')}
        />
      )}
      <EntryText entry={entry} name="description" label="Description" />
      <TextAreaField
        label="Types"
        help="Types of the items that have it, one a line, such as Kubernetes::* with a star for any characters. Empty for all."
        rows={2}
        spellCheck={false}
        code
        {...entry.form.register('types')}
        error={entry.errorOf('types')}
      />
    </EntryDialog>
  )
}
