import type { ItemNotes } from '@binnacle/contract/catalog'
import { Combobox, type ComboboxOption, Field, Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { ownersQuery, teamsQuery } from './queries.ts'

/** Someone who owns an item, as pickers show them. */
export type NamedOwner = NonNullable<ItemNotes['owner']> & { name: string }

const optionOf = ({ kind, id, name }: NamedOwner): ComboboxOption => ({
  value: `${kind}:${id}`,
  label: name,
  note: kind === 'team' ? 'Team' : 'Person',
})

function ownerOf(option: ComboboxOption | null): NamedOwner | null {
  if (option === null) return null
  const [kind, id = ''] = option.value.split(':')
  return { kind: kind === 'team' ? 'team' : 'person', id, name: option.label }
}

/** Chooses a team or a person; an empty field stands for nobody. */
export function OwnerField(props: {
  value: NamedOwner | null
  onChange: (owner: NamedOwner | null) => void
}): ReactNode {
  const { value } = props
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed === value?.name ? '' : typed, LOOKUP_DELAY)
  const teams = useQuery(teamsQuery(wanted))
  const people = useQuery(ownersQuery(wanted))
  const failure = teams.error ?? people.error
  const options: NamedOwner[] = [
    ...(teams.data ?? []).map(({ id, name }) => ({ kind: 'team' as const, id, name })),
    ...(people.data ?? []).map(({ id, name }) => ({ kind: 'person' as const, id, name })),
  ]
  return (
    <>
      {failure !== null && <Notice kind="error">{messageOf(failure)}</Notice>}
      <Field label="Owner" help="The team or user that owns the item. Empty: nobody.">
        {(control) => (
          <Combobox
            {...control}
            options={options.map(optionOf)}
            value={value === null ? null : optionOf(value)}
            onChange={(option) => props.onChange(ownerOf(option))}
            onSearch={setTyped}
            searching={teams.isFetching || people.isFetching}
            placeholder="Search teams and people"
          />
        )}
      </Field>
    </>
  )
}
