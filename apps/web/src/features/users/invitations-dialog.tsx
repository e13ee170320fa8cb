import type { OpenInvitation } from '@binnacle/contract/people'
import { Age, Badge, Button, ConfirmDialog, Dialog } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail, MailX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DialogList } from '../../application/resource/query-states.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { invitationsQuery, renewInvitation, withdrawInvitation } from './administration.ts'
import { InviteLink } from './invite-link.tsx'
import { fullName } from './queries.ts'
import { roleLabel } from '../../application/session/roles.tsx'

/** Lists open invitations. */
export function InvitationsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const invitations = useQuery(invitationsQuery)
  const [leaving, setLeaving] = useState<OpenInvitation>()
  const [renewed, setRenewed] = useState<{ name: string; link: string }>()
  if (renewed !== undefined) return <InviteLink {...renewed} onClose={() => setRenewed(undefined)} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Open invitations"
      description="Links that nobody has used yet. Each is valid for a week."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <DialogList
        answer={invitations}
        label="Open invitations"
        nothing={{
          title: 'No open invitations',
          icon: <MailX strokeWidth={1.5} />,
          text: 'Everybody who was invited has joined, or their invitation has expired.',
        }}
      >
        {(invitation) => (
          <InvitationLine
            key={invitation.id}
            invitation={invitation}
            onRenewed={setRenewed}
            onWithdraw={() => setLeaving(invitation)}
          />
        )}
      </DialogList>
      {leaving !== undefined && <Withdraw invitation={leaving} onClose={() => setLeaving(undefined)} />}
    </Dialog>
  )
}

function InvitationLine(props: {
  invitation: OpenInvitation
  onRenewed: (renewed: { name: string; link: string }) => void
  onWithdraw: () => void
}): ReactNode {
  const { invitation } = props
  const name = fullName(invitation)
  const renew = useChange({
    run: () => renewInvitation(invitation.id),
    keys: [invitationsQuery.queryKey],
    onDone: (link) => props.onRenewed({ name, link }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <Mail aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 basis-52 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-secondary wrap-anywhere">{invitation.email}</span>
        <Badge>{roleLabel(invitation.role)}</Badge>
        <span className="text-secondary">
          {invitation.invited_by === null ? 'invited' : `invited by ${invitation.invited_by.name}`}{' '}
          <Age time={invitation.created_at} /> ago, expires <Age time={invitation.expires_at} />
        </span>
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          loading={renew.isPending}
          onClick={() => renew.mutate()}
          aria-label={`Resend the invitation of ${name}`}
        >
          Resend
        </Button>
        <Button size="small" onClick={props.onWithdraw} aria-label={`Withdraw the invitation of ${name}`}>
          Withdraw
        </Button>
      </span>
    </li>
  )
}

function Withdraw({ invitation, onClose }: { invitation: OpenInvitation; onClose: () => void }): ReactNode {
  const withdraw = useChange({
    run: () => withdrawInvitation(invitation.id),
    success: 'Invitation withdrawn',
    keys: [invitationsQuery.queryKey],
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => withdraw.mutateAsync().then(() => undefined)}
      title={`Withdraw the invitation of ${fullName(invitation)}?`}
      confirmLabel="Withdraw invitation"
    >
      {`The link that ${invitation.email} got stops working at once.`}
    </ConfirmDialog>
  )
}
