import { useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../application/form-dialog.tsx'
import { messageOf } from '../../application/queries.ts'
import { InviteLink } from './invite-link.tsx'
import { inviteUser } from './queries.ts'
import { emptyUser, UserForm } from './user-form.tsx'

/** Invites someone, and shows the link to hand to them. */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [invited, setInvited] = useState<{ name: string; link: string }>()
  return invited === undefined ? (
    <InviteForm onClose={onClose} onInvited={setInvited} />
  ) : (
    <InviteLink {...invited} onClose={onClose} />
  )
}

function InviteForm(props: {
  onClose: () => void
  onInvited: (invited: { name: string; link: string }) => void
}): ReactNode {
  const id = useId()
  const toast = useToast()
  const queries = useQueryClient()
  const [dirty, setDirty] = useState(false)
  const invite = useMutation({
    mutationFn: inviteUser,
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['people'] }),
  })
  return (
    <FormDialog
      onClose={props.onClose}
      dirty={dirty}
      title="Invite User"
      description="They get an account once they follow the link of the invitation."
      formId={id}
      submitLabel="Invite"
      sending={invite.isPending}
    >
      <UserForm
        id={id}
        name="invite user"
        defaults={emptyUser}
        onDirtyChange={setDirty}
        onSubmit={async ({ firstName, lastName, email, role }) => {
          const link = await invite.mutateAsync({ firstName, lastName, email, role })
          props.onInvited({ name: `${firstName} ${lastName}`, link })
        }}
      />
    </FormDialog>
  )
}
