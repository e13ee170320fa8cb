import { type ComboboxOption, Field, MultiCombobox, Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../application/queries.ts'
import { LOOKUP_DELAY, useDebounced } from '../../application/use-debounced.ts'
import { peopleQuery, type Person } from './queries.ts'

const optionOf = ({ id, name, email }: Person): ComboboxOption => ({
  value: id,
  label: name,
  ...(email === null ? {} : { note: email }),
})

/**
 * Chooses people by name or email.
 * @param props.except ids of people who are not offered
 */
export function PeopleField(props: {
  label: string
  except: readonly string[]
  value: readonly ComboboxOption[]
  onChange: (people: readonly ComboboxOption[]) => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const people = useQuery(peopleQuery(wanted, props.except))
  return (
    <>
      {people.error !== null && <Notice kind="error">{messageOf(people.error)}</Notice>}
      <Field label={props.label}>
        {(control) => (
          <MultiCombobox
            {...control}
            options={(people.data ?? []).map(optionOf)}
            value={props.value}
            onChange={props.onChange}
            onSearch={setTyped}
            searching={people.isFetching || typed !== wanted}
            placeholder="Search by name or email"
          />
        )}
      </Field>
    </>
  )
}
