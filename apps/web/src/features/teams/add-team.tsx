import { useToast } from '@binnacle/ui'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { createTeam } from './queries.ts'
import { TeamFields, teamForm, teamNames, teamValues } from './team-form.tsx'

const emptyTeam = teamValues(undefined)

/** Adds a team, then leads to its members. */
export function AddTeam({ onClose }: { onClose: () => void }): ReactNode {
  const router = useRouter()
  const toast = useToast()
  const entry = useEntryForm({
    draft: 'new team',
    schema: teamForm,
    defaults: emptyTeam,
    names: teamNames,
    topics: ['teams'],
    async send(values) {
      const id = await createTeam(values)
      toast.success(`${values.name} added successfully`)
      router.history.replace(`/settings/teams/${id}?tab=manageTeam`)
    },
  })
  return (
    <EntryDialog entry={entry} title="Add team" submitLabel="Save" onClose={onClose}>
      <TeamFields entry={entry} isNew readOnly={false} />
    </EntryDialog>
  )
}
