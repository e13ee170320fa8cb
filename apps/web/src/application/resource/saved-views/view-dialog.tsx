import { LONGEST_VIEW_NAME, type SavedView } from '@binnacle/contract/search'
import { Button, ConfirmDialog, Switch, TextField } from '@binnacle/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useInvalidFocus } from '../../forms/invalid-focus.ts'
import { useSession } from '../../session/session.ts'
import { useChange } from '../use-change.ts'
import { changeView, createView, deleteView, SAVED_VIEWS } from './queries.ts'

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
  const formId = useId()
  const focusInvalid = useInvalidFocus(formId)
  const mayShare = useSession().may('write', 'database')
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [problem, setProblem] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const save = useChange({
    run: () =>
      view === undefined
        ? createView({ list, name: name.trim(), search, shared })
        : changeView(view.id, { name: name.trim(), shared }),
    said: 'View saved',
    keys: [[SAVED_VIEWS, list]],
    onDone: onSaved,
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const isMissing = name.trim() === ''
    setProblem(isMissing ? 'Enter a name' : undefined)
    if (isMissing) focusInvalid()
    else if (!save.isPending) save.mutate()
  }

  return (
    <FormDialog
      title={view === undefined ? 'Save view' : 'Edit view'}
      description="A view contains everything that the address of this page says, such as filters, sort order and columns."
      formId={formId}
      size="small"
      submitLabel="Save"
      sending={save.isPending}
      dirty={name !== (view?.name ?? '') || shared !== (view?.shared ?? false)}
      onClose={onClose}
      others={
        view !== undefined && (
          <Button variant="danger" className="mr-auto" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          required
          autoComplete="off"
          maxLength={LONGEST_VIEW_NAME}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
        />
        <div>
          <Switch
            label="Share with everybody"
            checked={shared}
            disabled={!mayShare && !shared}
            onChange={setShared}
          />
          {!mayShare && <p className="text-small text-muted">Sharing needs the right to write.</p>}
        </div>
      </form>
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
    </FormDialog>
  )
}
