import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../application/form-dialog.tsx'
import { messageOf } from '../../application/queries.ts'
import { createTeam } from './queries.ts'
import { TeamForm, teamValues } from './team-form.tsx'

const emptyTeam = teamValues(undefined)

/** Adds a team, then leads to its members. */
export function AddTeam({ onClose }: { onClose: () => void }): ReactNode {
  const id = useId()
  const router = useRouter()
  const toast = useToast()
  const queries = useQueryClient()
  const [dirty, setDirty] = useState(false)
  const create = useMutation({
    mutationFn: createTeam,
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['teams'] }),
  })
  return (
    <FormDialog
      onClose={onClose}
      dirty={dirty}
      title="Add team"
      formId={id}
      submitLabel="Save"
      sending={create.isPending}
    >
      <TeamForm
        id={id}
        draft="new team"
        isNew
        defaults={emptyTeam}
        onDirtyChange={setDirty}
        onSubmit={async (values) => {
          const made = await create.mutateAsync(values)
          toast.success(`${values.name} added successfully`)
          router.history.replace(`/settings/teams/${made}?tab=manageTeam`)
        }}
      />
    </FormDialog>
  )
}
