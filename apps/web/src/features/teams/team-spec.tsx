import { isEditableSource } from '@binnacle/contract'
import { Button, ConfirmDialog, Notice, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { messageOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { deleteTeam, type Team, type TeamValues, updateTeam } from './queries.ts'
import { TeamForm, teamValues } from './team-form.tsx'

/** What a team is, to change for those who may. */
export function TeamSpec({ team }: { team: Team }): ReactNode {
  const id = useId()
  const session = useSession()
  const toast = useToast()
  const queries = useQueryClient()
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const defaults = useMemo(() => teamValues(team), [team])
  const update = useMutation({
    mutationFn: (values: TeamValues) => updateTeam(team.id, values),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => toast.success(`${team.name} updated successfully`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['teams'] }),
  })
  const mayWrite = session.may('write', 'database')
  const ours = isEditableSource(team.source)
  return (
    <div className="flex flex-col gap-4">
      {!ours && (
        <Notice kind="information">{`This team comes from ${team.source ?? ''}; change it there.`}</Notice>
      )}
      <TeamForm
        id={id}
        draft={`team ${team.id}`}
        isNew={false}
        readOnly={!mayWrite || !ours}
        defaults={defaults}
        onDirtyChange={setDirty}
        onSubmit={(values) => update.mutateAsync(values)}
      />
      {mayWrite && ours && (
        <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-4">
          <Button onClick={() => setLeaving(true)}>Delete</Button>
          <Button variant="primary" type="submit" form={id} loading={update.isPending} disabled={!dirty}>
            Update
          </Button>
        </div>
      )}
      {leaving && <DeleteTeam team={team} onClose={() => setLeaving(false)} />}
    </div>
  )
}

function DeleteTeam({ team, onClose }: { team: Team; onClose: () => void }): ReactNode {
  const router = useRouter()
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteTeam(team.id),
    onSuccess: () => {
      toast.success(`${team.name} deleted successfully`)
      router.history.replace('/settings/teams')
      void queries.invalidateQueries({ queryKey: ['teams'] })
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutateAsync()}
      title={`Delete ${team.name}?`}
      confirmLabel="Delete team"
    >
      The team can no longer be called. Its members keep their accounts.
    </ConfirmDialog>
  )
}
