import { Combobox, type ComboboxOption, Field } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../address/use-debounced.ts'
import { optionOfPerson, peopleQuery } from './people-field.tsx'

/**
 * A field for one person.
 * @param props.except ids of people to leave out
 */
export function PersonField(props: {
  label: string
  required?: true
  help?: string
  error: string | undefined
  value: ComboboxOption | null
  except?: readonly string[]
  onChange: (person: ComboboxOption | null) => void
  onBlur?: () => void
}): ReactNode {
  const { except = [], onChange, onBlur, value: given, ...field } = props
  const { value: id, label: name } = given ?? {}
  // The same object between renders, or the field would forget what somebody types.
  const value = useMemo(
    () => (id === undefined || name === undefined ? null : { value: id, label: name }),
    [id, name],
  )
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const people = useQuery(peopleQuery(wanted, except))
  return (
    <Field {...field}>
      {(control) => (
        <div onBlur={onBlur}>
          <Combobox
            {...control}
            options={(people.data ?? []).map(optionOfPerson)}
            value={value}
            onChange={onChange}
            onSearch={setTyped}
            searching={people.isFetching || typed !== wanted}
            placeholder="Search by name or email"
          />
        </div>
      )}
    </Field>
  )
}
