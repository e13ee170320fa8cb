import { INCOMPLETE_PROPERTY, LOCAL_PROPERTY, type Property } from '@binnacle/contract/health'
import { Notice, TextField, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { propertiesQuery } from '../../application/session/flags.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { ReadDialog } from '../../application/resource/read-dialog.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { useSession } from '../../application/session/session.ts'
import { effectOf, flagForm, isLocal } from './flags.ts'
import { createFlag, updateFlag } from './queries.ts'

const names = ['name', 'value', 'description'] as const

/** Adds a flag. */
export function AddFlag({ onClose }: { onClose: () => void }): ReactNode {
  return <EditFlag flag={undefined} onClose={onClose} />
}

/** A flag to change, or only to read. @param props.id its name */
export function FlagDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const session = useSession()
  const { data: properties } = useQuery(propertiesQuery)
  const flag = properties?.find(({ name }) => name === id)
  if (flag === undefined) return null
  const mayChange = session.may('write', 'feature_flags') && !isLocal(flag)
  return mayChange ? <EditFlag flag={flag} onClose={onClose} /> : <ReadFlag flag={flag} onClose={onClose} />
}

function ReadFlag({ flag, onClose }: { flag: Property; onClose: () => void }): ReactNode {
  return (
    <ReadDialog
      title={flag.name}
      size="small"
      reason={isLocal(flag) ? LOCAL_PROPERTY : undefined}
      items={[
        { label: 'Value', value: <code>{flag.value}</code> },
        { label: 'Effect', value: effectOf(flag.name, flag.value) },
        { label: 'Description', value: flag.description === '' ? null : flag.description },
        { label: 'Source', value: flag.source },
      ]}
      onClose={onClose}
    />
  )
}

function EditFlag({ flag, onClose }: { flag: Property | undefined; onClose: () => void }): ReactNode {
  const toast = useToast()
  const isNew = flag === undefined
  const { name = '', value = '', description = '' } = flag ?? {}
  // Someone else may change the flag meanwhile: what is typed here must not go for that.
  const [defaults] = useState(() => ({ name, value, description }))
  const entry = useEntryForm({
    draft: isNew ? 'new flag' : `flag ${name}`,
    schema: flagForm,
    defaults,
    names,
    topics: ['properties'],
    async send(values) {
      await (isNew ? createFlag(values) : updateFlag(values))
      toast.success(`Feature flag ${isNew ? 'added' : 'updated'} successfully`)
      onClose()
    },
    onInvalid(errors) {
      const messages = [errors.name?.message, errors.value?.message]
      if (messages.includes(INCOMPLETE_PROPERTY)) toast.error(INCOMPLETE_PROPERTY)
    },
  })
  const { register, control } = entry.form
  const typed = useWatch({ control, name: ['name', 'value'] })
  const effect = effectOf(...typed)

  return (
    <EntryDialog
      entry={entry}
      onClose={onClose}
      size="small"
      title={isNew ? 'Add Feature Flag' : 'Edit Feature Flag'}
      submitLabel={isNew ? 'Save' : 'Update'}
    >
      <TextField
        label="Name"
        autoComplete="off"
        spellCheck={false}
        required
        readOnly={!isNew}
        {...register('name', { deps: 'value' })}
        error={entry.errorOf('name')}
      />
      <TextField
        label="Value"
        autoComplete="off"
        spellCheck={false}
        required
        {...register('value')}
        error={entry.errorOf('value')}
      />
      <TextField
        label="Description"
        autoComplete="off"
        {...register('description')}
        error={entry.errorOf('description')}
      />
      {effect !== undefined && <Notice kind="warning">{effect}</Notice>}
    </EntryDialog>
  )
}
