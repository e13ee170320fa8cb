import { Combobox, Field } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { configNamesQuery } from '../config/queries.ts'
import { loadConfigsNamed } from '../list/queries.ts'

/** Items that the picker offers at most. */
const OFFERED = 20

/** Chooses the item that contains another; an empty field stands for none. */
export function ParentField(props: {
  id: string
  except: string | undefined
  error: string | undefined
  onChange: (id: string) => void
}): ReactNode {
  const { id, except, error } = props
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, LOOKUP_DELAY)
  const found = useQuery({
    queryKey: ['configs', 'picker', search],
    enabled: search.trim() !== '',
    queryFn: ({ signal }) => loadConfigsNamed(search, OFFERED, signal),
  })
  const chosen = useQuery(configNamesQuery(id === '' ? [] : [id])).data?.get(id)
  // The same objects between renders, or the field would forget what somebody types.
  const value = useMemo(
    () => (id === '' ? null : { value: id, label: chosen?.name ?? id, ...(chosen && { note: chosen.type }) }),
    [id, chosen],
  )
  const options = useMemo(
    () => [
      ...(value === null ? [] : [value]),
      ...(found.data ?? [])
        .filter((item) => item.id !== except && item.id !== id)
        .map((item) => ({ value: item.id, label: item.name, note: item.type })),
    ],
    [value, found.data, except, id],
  )
  return (
    <Field label="Parent" help="The item that contains it, if any." error={error}>
      {(control) => (
        <Combobox
          {...control}
          value={value}
          options={options}
          onSearch={setTyped}
          searching={found.isFetching}
          placeholder="Search items"
          onChange={(option) => props.onChange(option?.value ?? '')}
        />
      )}
    </Field>
  )
}
