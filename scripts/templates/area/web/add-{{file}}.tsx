import { new{{Type}} } from '@binnacle/contract/{{path}}'
import { useToast } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { EntryText } from '../../application/resource/entry-fields.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { add{{Type}} } from './queries.ts'

/** Adds a {{words}}. */
export function Add{{Type}}({ onClose }: { onClose: () => void }): ReactNode {
  const toast = useToast()
  const entry = useEntryForm({
    draft: 'new {{words}}',
    schema: new{{Type}},
    defaults: { name: '' },
    names: ['name'],
    topics: ['{{table}}'],
    async send(values) {
      await add{{Type}}(values)
      toast.success(`${values.name} added successfully`)
      onClose()
    },
  })
  return (
    <EntryDialog entry={entry} title="Add {{words}}" submitLabel="Save" size="small" onClose={onClose}>
      <EntryText entry={entry} name="name" label="Name" required />
    </EntryDialog>
  )
}
