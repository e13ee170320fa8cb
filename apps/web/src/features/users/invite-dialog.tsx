import { Button, copyText, Dialog, Notice, TextField, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FormDialog } from '../../application/form-dialog.tsx'
import { messageOf } from '../../application/queries.ts'
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

/** The link of an invitation. It is not shown again. */
function InviteLink(props: { name: string; link: string; onClose: () => void }): ReactNode {
  const toast = useToast()
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={`${props.name} is invited`}
      footer={
        <Button variant="primary" onClick={props.onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice kind="success">
          Hand this link to {props.name}. Whoever has it can finish the account, and it is not shown again.
        </Notice>
        <div className="flex items-end gap-2">
          <TextField
            label="Invite link"
            readOnly
            value={props.link}
            className="min-w-0 flex-1"
            onFocus={(event) => event.target.select()}
          />
          <Button
            icon={<Copy aria-hidden="true" className="size-3.5" />}
            onClick={() => void copyText(props.link, toast, 'Link copied to clipboard')}
          >
            Copy link
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
