import { LONGEST_NOTES } from '@binnacle/contract/catalog'
import { Notice, TextAreaField } from '@binnacle/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../../application/forms/form-dialog.tsx'
import { useInvalidFocus } from '../../../application/forms/invalid-focus.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { useChange } from '../../../application/resource/use-change.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { type NamedOwner, OwnerField } from './owner-field.tsx'
import { saveNotes } from './queries.ts'
import { readTagLines, tagLines } from './tag-lines.ts'

/** Edits what people say of an item. */
export function NotesDialog({ config, onClose }: { config: ConfigDetail; onClose: () => void }): ReactNode {
  const formId = useId()
  const focusInvalid = useInvalidFocus(formId)
  const before = { owner: config.owner, notes: config.notes ?? '', tags: tagLines(config.own_tags) }
  const [owner, setOwner] = useState<NamedOwner | null>(before.owner)
  const [notes, setNotes] = useState(before.notes)
  const [tags, setTags] = useState(before.tags)
  const [problem, setProblem] = useState<string>()
  const save = useChange({
    async run() {
      const read = readTagLines(tags)
      if (!read.ok) throw new Error(read.failure)
      await saveNotes(config.id, {
        owner: owner === null ? null : { kind: owner.kind, id: owner.id },
        notes: notes.trim() === '' ? null : notes,
        tags: read.value,
      })
    },
    success: 'Notes saved',
    keys: [['configs']],
    onDone: onClose,
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const read = readTagLines(tags)
    setProblem(read.ok ? undefined : read.failure)
    if (!read.ok) focusInvalid()
    else if (!save.isPending) save.mutate()
  }
  return (
    <FormDialog
      title={`Notes on ${config.name}`}
      description="Scrapes never change what is written here."
      formId={formId}
      submitLabel="Save"
      sending={save.isPending}
      dirty={owner?.id !== before.owner?.id || notes !== before.notes || tags !== before.tags}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {save.error !== null && <Notice kind="error">{messageOf(save.error)}</Notice>}
        <OwnerField value={owner} onChange={setOwner} />
        <TextAreaField
          label="Notes"
          help="Markdown, for those who come after you."
          rows={6}
          maxLength={LONGEST_NOTES}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        <TextAreaField
          label="Own tags"
          help="One a line, as name=value. They win over tags of the same name that a scrape finds."
          rows={3}
          spellCheck={false}
          code
          value={tags}
          error={problem}
          onChange={(event) => {
            setTags(event.target.value)
            setProblem(undefined)
          }}
        />
      </form>
    </FormDialog>
  )
}
