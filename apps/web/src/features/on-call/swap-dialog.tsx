import { type RotaSummary, type Shift, swapForm } from '@binnacle/contract/on-call'
import { SelectField, useNow } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../../application/session/session.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { RemarkField } from './document-fields.tsx'
import { InstantField } from './fields.tsx'
import { askForSwap, ON_CALL, rangeFrom, rotasQuery, shiftsQuery } from './queries.ts'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'
import { shiftRange } from './words.ts'

/** Days in which shifts are offered in exchange. */
const DAYS = 42
/** Stands for no shift in exchange. */
const NONE = ''

interface Values {
  personId: string
  from: string
  to: string
  /** The start of the shift in exchange. */
  take: string
  note: string
}

/** Asks somebody to take a shift of the person, perhaps in exchange for one of theirs. */
export function SwapDialog(props: {
  rota: RotaSummary
  shift: Pick<Shift, 'from' | 'to'>
  onClose: () => void
}): ReactNode {
  const { rota, shift, onClose } = props
  const session = useSession()
  const now = useNow('minute')
  const { people = [] } = useQuery(rotasQuery).data ?? {}
  const shifts = useQuery(shiftsQuery(rota.id, rangeFrom(now, DAYS)))
  const others = people.filter(({ id }) => id !== session.id && rota.participants.includes(id))
  const initial: Values = {
    personId: others[0]?.id ?? '',
    from: shift.from,
    to: shift.to,
    take: NONE,
    note: '',
  }
  const form = useDocumentForm(useFormDocument(initial), {
    read({ personId, from, to, take, note }) {
      const taken = theirs(personId).find((other) => other.from === take)
      return readBy(swapForm, {
        rotaId: rota.id,
        personId,
        give: { from, to },
        take: taken === undefined ? null : { from: taken.from, to: taken.to },
        note,
      })
    },
    fields: /^(personId|give\.from|give\.to|take\.from|note)$/,
    send: askForSwap,
    success: 'Request sent',
    keys: [[ON_CALL]],
    onDone: onClose,
  })
  const { value, set, errorOf } = form

  function theirs(personId: string): Shift[] {
    return (shifts.data?.shifts ?? []).filter(
      ({ person, from }) => person?.id === personId && Date.parse(from) > now,
    )
  }

  return (
    <EntryDialog
      entry={form}
      title={`Ask for a swap in ${rota.name}`}
      description="Nothing changes until the other person accepts."
      submitLabel="Ask"
      size="medium"
      onClose={onClose}
    >
      <SelectField
        label="Who takes your shift"
        value={value.personId}
        error={errorOf('personId')}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(personId) => set({ personId, take: NONE })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InstantField
          label="From"
          value={value.from}
          error={errorOf('give.from')}
          onChange={(from) => set({ from })}
        />
        <InstantField label="To" value={value.to} error={errorOf('give.to')} onChange={(to) => set({ to })} />
      </div>
      <SelectField
        label="In exchange for"
        value={value.take}
        error={errorOf('take.from')}
        options={[
          { value: NONE, label: 'Nothing' },
          ...theirs(value.personId).map((other) => ({ value: other.from, label: shiftRange(other) })),
        ]}
        onChange={(take) => set({ take })}
      />
      <RemarkField
        label="Note"
        value={value.note}
        error={errorOf('note')}
        onChange={(note) => set({ note })}
      />
    </EntryDialog>
  )
}
