import { type ContactMethod, verification } from '@binnacle/contract/on-call'
import { Button, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useChange } from '../../application/resource/use-change.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { ON_CALL, REACH, sendCode, verifyMethod } from './queries.ts'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

/** Asks for the code that was sent to an address. */
export function VerifyDialog(props: { method: ContactMethod; onClose: () => void }): ReactNode {
  const { method, onClose } = props
  const form = useDocumentForm(useFormDocument({ code: '' }), {
    read: (entered) => readBy(verification, entered),
    fields: /^code$/,
    send: ({ code }) => verifyMethod(method.id, code),
    success: `${method.label} verified`,
    keys: [[REACH], [ON_CALL, 'readiness']],
    onDone: onClose,
  })
  const again = useChange({
    run: () => sendCode(method.id),
    success: `Code sent to ${method.label}`,
    keys: [],
  })
  return (
    <EntryDialog
      entry={form}
      title={`Verify ${method.label}`}
      description={`Enter the code that we sent to ${method.address === '' ? method.label : method.address}. It is valid for 15 minutes.`}
      submitLabel="Verify"
      size="small"
      others={
        <Button className="mr-auto" loading={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      }
      onClose={onClose}
    >
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={form.value.code}
        error={form.errorOf('code')}
        onChange={(event) => form.set({ code: event.target.value })}
      />
    </EntryDialog>
  )
}
