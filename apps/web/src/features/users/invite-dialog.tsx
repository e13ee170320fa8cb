import { type ReactNode, useState } from 'react'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { useEntryForm } from '../../application/resource/use-entry-form.ts'
import { InviteLink } from './invite-link.tsx'
import { inviteUser } from './queries.ts'
import { emptyUser, userEntry, UserFields, userNames } from './user-form.tsx'

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
  const entry = useEntryForm({
    draft: 'invite user',
    schema: userEntry,
    defaults: emptyUser,
    names: userNames,
    topics: ['people'],
    async send({ firstName, lastName, email, role }) {
      const link = await inviteUser({ firstName, lastName, email, role })
      props.onInvited({ name: `${firstName} ${lastName}`, link })
    },
  })
  return (
    <EntryDialog
      entry={entry}
      onClose={props.onClose}
      title="Invite User"
      description="They get an account once they follow the link of the invitation."
      submitLabel="Invite"
    >
      <UserFields entry={entry} />
    </EntryDialog>
  )
}
