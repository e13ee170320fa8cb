import { LONGEST_VIEW_NAME, type SavedView } from '@binnacle/contract/search'
import { Button, ConfirmDialog, Switch, TextField, useToast } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { useSession } from '../../session/session.ts'
import { EntryDialog } from '../entry-dialog.tsx'
import { useEntryForm } from '../use-entry-form.ts'
import { changeView, createView, deleteView, SAVED_VIEWS } from './queries.ts'

const names = ['name', 'shared'] as const
const viewEntry = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name')),
  shared: z.boolean(),
})

/**
 * Names a view, shares it, and deletes one that is saved.
 * @param props.view the saved view; undefined for a new one of what the list shows
 */
export function ViewDialog(props: {
  list: string
  search: string
  view: SavedView | undefined
  onClose: () => void
  onSaved: (view: SavedView) => void
  onDeleted: () => void
}): ReactNode {
  const { list, search, view, onClose, onSaved, onDeleted } = props
  const toast = useToast()
  const mayShare = useSession().may('write', 'database')
  const [deleting, setDeleting] = useState(false)
  const [defaults] = useState(() => ({ name: view?.name ?? '', shared: view?.shared ?? false }))
  const entry = useEntryForm({
    draft: view === undefined ? `new view of ${list}` : `view ${view.id}`,
    schema: viewEntry,
    defaults,
    names,
    topics: [SAVED_VIEWS],
    async send(values) {
      const saved = await (view === undefined
        ? createView({ list, search, ...values })
        : changeView(view.id, values))
      toast.success('View saved')
      onSaved(saved)
    },
  })
  const { register, control } = entry.form

  return (
    <EntryDialog
      entry={entry}
      title={view === undefined ? 'Save view' : 'Edit view'}
      description="A view contains everything that the address of this page says, such as filters, sort order and columns."
      size="small"
      submitLabel="Save"
      onClose={onClose}
      others={
        view !== undefined && (
          <Button variant="danger" className="mr-auto" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={LONGEST_VIEW_NAME}
        {...register('name')}
        error={entry.errorOf('name')}
      />
      <div>
        <Controller
          control={control}
          name="shared"
          render={({ field }) => (
            <Switch
              label="Share with everybody"
              checked={field.value}
              disabled={!mayShare && !field.value}
              onChange={field.onChange}
            />
          )}
        />
        {!mayShare && <p className="text-small text-muted">Sharing needs the right to write.</p>}
      </div>
      {deleting && view !== undefined && (
        <ConfirmDialog
          open
          title={`Delete the view “${view.name}”?`}
          confirmLabel="Delete"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await deleteView(view.id)
            onDeleted()
          }}
        >
          {view.shared ? 'Nobody sees it any more. What it shows stays.' : 'What it shows stays.'}
        </ConfirmDialog>
      )}
    </EntryDialog>
  )
}
