import { Combobox, type ComboboxOption, SearchField } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../application/address/use-debounced.ts'
import { eventPeopleQuery, type EventPerson, eventPersonQuery } from './queries.ts'

const optionOf = ({ id, name, email }: EventPerson): ComboboxOption => ({
  value: id,
  label: name,
  ...(email === null ? {} : { note: email }),
})

/** Chooses whose events are shown. */
function PersonFilter(props: {
  person: string | undefined
  onChange: (person: string | undefined) => void
}): ReactNode {
  const { person } = props
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const chosen = useQuery({ ...eventPersonQuery(person ?? ''), enabled: person !== undefined })
  const people = useQuery(eventPeopleQuery(wanted))
  const value =
    person === undefined ? null : optionOf(chosen.data ?? { id: person, name: person, email: null })
  return (
    <div className="w-40 min-w-0 sm:w-44">
      <label htmlFor="audit-person" className="sr-only">
        Person
      </label>
      <Combobox
        // Another person means another text.
        key={value?.label ?? ''}
        id="audit-person"
        options={(people.data ?? []).map(optionOf)}
        value={value}
        onChange={(option) => props.onChange(option?.value)}
        onSearch={setTyped}
        searching={people.isFetching || typed !== wanted}
        placeholder="Any person"
      />
    </div>
  )
}

/** The filters of which there are too many values for a list. */
export function EventTools(props: {
  person: string | undefined
  address: string | undefined
  set: (changes: { person?: string | undefined; address?: string | undefined; pageIndex: number }) => void
}): ReactNode {
  return (
    <>
      <PersonFilter person={props.person} onChange={(person) => props.set({ person, pageIndex: 0 })} />
      <SearchField
        label="Address"
        placeholder="Any address"
        focusKeys={null}
        className="w-40 min-w-0"
        value={props.address ?? ''}
        onSearch={(text) =>
          props.set({ address: text.trim() === '' ? undefined : text.trim(), pageIndex: 0 })
        }
      />
    </>
  )
}
