import { Button, copyText, Dialog, Notice, TextField, useToast } from '@binnacle/ui'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'

/** The link of an invitation. It is not shown again. */
export function InviteLink(props: { name: string; link: string; onClose: () => void }): ReactNode {
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
          Send this link to {props.name}. Anyone who has it can finish the account, and it is not shown again.
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
