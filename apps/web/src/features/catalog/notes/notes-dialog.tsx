import { LONGEST_NOTES } from '@binnacle/contract/catalog'
import { TextAreaField, useToast } from '@binnacle/ui'
import { type ReactNode, useMemo } from 'react'
import { Controller } from 'react-hook-form'
import { EntryDialog } from '../../../application/resource/entry-dialog.tsx'
import { useEntryForm } from '../../../application/resource/use-entry-form.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { notesForm, typedOf } from './notes-form.ts'
import { OwnerField } from './owner-field.tsx'
import { saveNotes } from './queries.ts'

/** Edits what people say of an item. */
export function NotesDialog({ config, onClose }: { config: ConfigDetail; onClose: () => void }): ReactNode {
  const toast = useToast()
  const entry = useEntryForm({
    draft: `notes on ${config.id}`,
    schema: notesForm,
    defaults: useMemo(() => typedOf(config), [config]),
    names: ['owner', 'notes', 'tags'],
    topics: ['configs'],
    async send(notes) {
      await saveNotes(config.id, notes)
      toast.success('Notes saved')
      onClose()
    },
  })
  const { register, control } = entry.form
  return (
    <EntryDialog
      entry={entry}
      title={`Notes on ${config.name}`}
      description="Scrapes never change these values."
      submitLabel="Save"
      onClose={onClose}
    >
      <Controller
        control={control}
        name="owner"
        render={({ field }) => <OwnerField value={field.value} onChange={field.onChange} />}
      />
      <TextAreaField
        label="Notes"
        help="Markdown. Shown on the page of the item."
        rows={6}
        maxLength={LONGEST_NOTES}
        {...register('notes')}
        error={entry.errorOf('notes')}
      />
      <TextAreaField
        label="Own tags"
        help="One a line, as name=value. They replace scraped tags of the same name."
        rows={3}
        spellCheck={false}
        code
        {...register('tags')}
        error={entry.errorOf('tags')}
      />
    </EntryDialog>
  )
}
