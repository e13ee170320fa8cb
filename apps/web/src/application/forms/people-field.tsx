import { type ComboboxOption, Field, MultiCombobox, Notice } from '@binnacle/ui'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { anyContains, tables } from '../requests/data.ts'
import { LOOKUP_FRESH, messageOf } from '../requests/queries.ts'
import { LOOKUP_DELAY, useDebounced } from '../address/use-debounced.ts'

/** Parses a person for lists and pickers. */
export const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
})
export type Person = z.infer<typeof person>

/** Maximum number of people that a picker offers. */
const OFFERED = 20

/** Who is not offered: people by their ids, or the members of a team by its id. */
export type ExcludedPeople = readonly string[] | { membersOf: string }

/** Finds people whose name or email contains a text. */
export const peopleQuery = (text: string, except: ExcludedPeople) =>
  queryOptions({
    queryKey: ['people', 'picker', text, except],
    staleTime: LOOKUP_FRESH,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const team = 'membersOf' in except ? except.membersOf : undefined
      let query = tables
        .from('people')
        .select<string, unknown>(`id,name,email${team === undefined ? '' : ',team_members!left(team_id)'}`)
        .is('deleted_at', null)
      if (text.trim() !== '') query = query.or(anyContains(['name', 'email'], text))
      if (team !== undefined) query = query.eq('team_members.team_id', team).is('team_members', null)
      if (!('membersOf' in except) && except.length > 0)
        query = query.not('id', 'in', `(${except.join(',')})`)
      const found = await query.order('name').limit(OFFERED).abortSignal(signal).throwOnError()
      return z.array(person).parse(found.data)
    },
  })

/** A person as an option of a picker. */
export const optionOfPerson = ({ id, name, email }: Person): ComboboxOption => ({
  value: id,
  label: name,
  ...(email === null ? {} : { note: email }),
})

/**
 * Chooses people by name or email.
 * @param props.except who is left out
 */
export function PeopleField(props: {
  label: string
  error?: string | undefined
  except: ExcludedPeople
  value: readonly ComboboxOption[]
  onChange: (people: readonly ComboboxOption[]) => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const people = useQuery(peopleQuery(wanted, props.except))
  return (
    <>
      {people.error !== null && <Notice kind="error">{messageOf(people.error)}</Notice>}
      <Field label={props.label} error={props.error}>
        {(control) => (
          <MultiCombobox
            {...control}
            options={(people.data ?? []).map(optionOfPerson)}
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
