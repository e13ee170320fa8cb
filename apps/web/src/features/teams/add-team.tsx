import { type ComboboxOption, useToast } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { PeopleField } from '../../application/forms/people-field.tsx'
import { messageOf } from '../../application/requests/queries.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { addMembers, createTeam } from './queries.ts'
import { TeamFields, teamForm, teamNames } from './team-form.tsx'
import { useNavigation } from '../../application/pages/use-navigation.ts'

const emptyTeam = { name: '', icon: 'users' }

/** Adds a team with its first members, then leads to them. */
export function AddTeam({ onClose }: { onClose: () => void }): ReactNode {
  const navigation = useNavigation()
  const toast = useToast()
  const [members, setMembers] = useState<readonly ComboboxOption[]>([])
  const entry = useEntryForm({
    draft: 'new team',
    schema: teamForm,
    defaults: emptyTeam,
    names: teamNames,
    topics: ['teams'],
    async send(values) {
      const id = await createTeam(values)
      toast.success(`${values.name} added successfully`)
      // The team exists from here on: what fails now is said, and can be done again on its page.
      try {
        if (members.length > 0)
          await addMembers(
            id,
            members.map(({ value }) => value),
          )
      } catch (error) {
        toast.error(`The members are not added: ${messageOf(error)}`)
      }
      navigation.replace(`/settings/teams/${id}?tab=manageTeam`)
    },
  })
  return (
    <EntryDialog
      entry={{ ...entry, dirty: entry.dirty || members.length > 0 }}
      title="Add team"
      submitLabel="Save"
      onClose={onClose}
    >
      <TeamFields entry={entry} isNew readOnly={false} />
      <PeopleField label="Members" except={[]} value={members} onChange={setMembers} />
    </EntryDialog>
  )
}
