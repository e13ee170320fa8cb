import { useToast } from '@binnacle/ui'
import { type ReactNode, useMemo } from 'react'
import type { Removal } from '../../application/resource/resource.ts'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { KindForm, useMayChange } from '../../application/resource/kind-form.tsx'
import { teamArea } from './area.ts'
import { deleteTeam, type Team, updateTeam } from './queries.ts'
import { TeamFields, teamForm, teamNames } from './team-form.tsx'

const removal: Removal<Team> = {
  remove: ({ id }) => deleteTeam(id),
  nameOf: ({ name }) => name,
  label: 'Delete team',
  explain: () => 'Nobody is notified through this team any more. Its members keep their accounts.',
  topics: ['teams'],
}

/** Form of a team, read-only without the right to change it. */
export function TeamSpec({ item: team }: { item: Team }): ReactNode {
  const toast = useToast()
  const { id, name, icon } = team
  const defaults = useMemo(() => ({ name, icon: icon ?? 'users' }), [name, icon])
  const entry = useEntryForm({
    draft: `team ${id}`,
    schema: teamForm,
    defaults,
    names: teamNames,
    topics: ['teams'],
    whenLeft: true,
    async send(values) {
      await updateTeam(id, values.icon)
      entry.form.reset(entry.form.getValues())
      toast.success(`${name} updated successfully`)
    },
  })
  return (
    <KindForm area={teamArea} item={team} entry={entry} removal={removal}>
      <TeamFields entry={entry} isNew={false} readOnly={!useMayChange(teamArea, team)} />
    </KindForm>
  )
}
