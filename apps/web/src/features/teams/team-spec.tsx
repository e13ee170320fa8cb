import { isEditableSource } from '@binnacle/contract'
import { Button, Notice, useToast } from '@binnacle/ui'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { FormFrame } from '../../application/form-frame.tsx'
import { DeleteDialog } from '../../application/resource/delete-dialog.tsx'
import type { Removal } from '../../application/resource/resource.ts'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { useSession } from '../../application/session.ts'
import { deleteTeam, type Team, updateTeam } from './queries.ts'
import { TeamFields, teamForm, teamNames, teamValues } from './team-form.tsx'

const removal: Removal<Team> = {
  remove: ({ id }) => deleteTeam(id),
  nameOf: ({ name }) => name,
  label: 'Delete team',
  explain: () => 'The team can no longer be called. Its members keep their accounts.',
  topics: ['teams'],
}

/** What a team is, to change for those who may. */
export function TeamSpec({ item: team }: { item: Team }): ReactNode {
  const router = useRouter()
  const session = useSession()
  const toast = useToast()
  const [leaving, setLeaving] = useState(false)
  const defaults = useMemo(() => teamValues(team), [team])
  const entry = useEntryForm({
    draft: `team ${team.id}`,
    schema: teamForm,
    defaults,
    names: teamNames,
    topics: ['teams'],
    whenLeft: true,
    async send(values) {
      await updateTeam(team.id, values)
      entry.form.reset(entry.form.getValues())
      toast.success(`${team.name} updated successfully`)
    },
  })
  const isOurs = isEditableSource(team.source)
  const mayChange = session.may('write', 'database') && isOurs
  return (
    <div className="flex flex-col gap-4">
      {!isOurs && (
        <Notice kind="information">{`This team comes from ${team.source ?? ''}; change it there.`}</Notice>
      )}
      <FormFrame {...entry.frame}>
        <TeamFields entry={entry} isNew={false} readOnly={!mayChange} />
      </FormFrame>
      {mayChange && (
        <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-4">
          <Button onClick={() => setLeaving(true)}>Delete</Button>
          <Button
            variant="primary"
            type="submit"
            form={entry.frame.id}
            loading={entry.sending}
            disabled={!entry.dirty}
          >
            Update
          </Button>
        </div>
      )}
      {leaving && (
        <DeleteDialog
          removal={removal}
          thing={team}
          onClose={() => setLeaving(false)}
          onDeleted={() => router.history.replace('/settings/teams')}
        />
      )}
    </div>
  )
}
