import type { ItemNotes } from '@binnacle/contract/catalog'
import { Combobox, type ComboboxOption, Field, Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { ownersQuery, teamsQuery } from './queries.ts'

type Owner = NonNullable<ItemNotes['owner']>

/** An owner as one text: kind, id and name. The name is there for pickers. */
export const ownerText = ({ kind, id, name }: Owner & { name: string }): string => `${kind}:${id}:${name}`

/** Reads an owner from its text; null for nobody. */
export function readOwner(text: string): Owner | null {
  const [kind, id] = text.split(':')
  return id === undefined ? null : { kind: kind === 'team' ? 'team' : 'person', id }
}

function optionOf(text: string): ComboboxOption {
  const [kind, , ...name] = text.split(':')
  return { value: text, label: name.join(':'), note: kind === 'team' ? 'Team' : 'Person' }
}

/**
 * Chooses a team or a person; an empty field means nobody.
 * @param props.value text of the owner; empty for nobody
 */
export function OwnerField(props: { value: string; onChange: (owner: string) => void }): ReactNode {
  // The same object between renders, or the field would forget what somebody types.
  const value = useMemo(() => (props.value === '' ? null : optionOf(props.value)), [props.value])
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed === value?.label ? '' : typed, LOOKUP_DELAY)
  const teams = useQuery(teamsQuery(wanted))
  const people = useQuery(ownersQuery(wanted))
  const failure = teams.error ?? people.error
  const owners = [
    ...(teams.data ?? []).map((team) => ownerText({ ...team, kind: 'team' })),
    ...(people.data ?? []).map((person) => ownerText({ ...person, kind: 'person' })),
  ]
  return (
    <>
      {failure !== null && <Notice kind="error">{messageOf(failure)}</Notice>}
      <Field label="Owner" help="The team or user that owns the item. Empty: nobody.">
        {(control) => (
          <Combobox
            {...control}
            options={owners.map(optionOf)}
            value={value}
            onChange={(option) => props.onChange(option?.value ?? '')}
            onSearch={setTyped}
            searching={teams.isFetching || people.isFetching}
            placeholder="Search teams and people"
          />
        )}
      </Field>
    </>
  )
}
