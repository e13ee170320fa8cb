import { overrideForm, type RotaSummary, type Shift } from '@binnacle/contract/on-call'
import type { ComboboxOption } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { PersonField } from '../../application/forms/person-field.tsx'
import { useSession } from '../../application/session/session.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { RemarkField } from './document-fields.tsx'
import { InstantField } from './fields.tsx'
import { addOverride, ON_CALL } from './queries.ts'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

interface Values {
  person: ComboboxOption | null
  from: string
  to: string
  reason: string
}

/** Replaces the person on call. */
export function OverrideDialog(props: {
  rota: RotaSummary
  shift: Pick<Shift, 'from' | 'to'>
  onClose: () => void
}): ReactNode {
  const { rota, shift, onClose } = props
  const session = useSession()
  const initial: Values = {
    person: { value: session.id, label: session.name },
    from: shift.from,
    to: shift.to,
    reason: '',
  }
  const form = useDocumentForm(useFormDocument(initial), {
    read: ({ person, ...rest }) => readBy(overrideForm, { ...rest, personId: person?.value }),
    fields: /^(personId|from|to|reason)$/,
    send: (values) => addOverride(rota.id, values),
    success: 'Override added',
    keys: [[ON_CALL]],
    onDone: onClose,
  })
  const { value, set, errorOf } = form
  return (
    <EntryDialog
      entry={form}
      title={`Add override to ${rota.name}`}
      description="Replaces the person on call at that time. Times are in your time zone."
      submitLabel="Add"
      size="medium"
      onClose={onClose}
    >
      <PersonField
        label="Who is on call"
        value={value.person}
        error={errorOf('personId')}
        onChange={(person) => set({ person })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InstantField
          label="From"
          value={value.from}
          error={errorOf('from')}
          onChange={(from) => set({ from })}
        />
        <InstantField label="To" value={value.to} error={errorOf('to')} onChange={(to) => set({ to })} />
      </div>
      <RemarkField
        label="Reason"
        value={value.reason}
        error={errorOf('reason')}
        onChange={(reason) => set({ reason })}
      />
    </EntryDialog>
  )
}
