import type { SilenceTarget } from '@binnacle/contract/notifications'
import { Combobox, type ComboboxOption, Field, Notice } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useDebounced } from '../../application/address/use-debounced.ts'
import { messageOf } from '../../application/requests/queries.ts'
import { resourcesQuery } from './queries.ts'

/** Milliseconds without a keystroke before resources are searched. Source: SHELL-043. */
const RESOURCE_DELAY = 300

const labels: Readonly<Record<SilenceTarget, string>> = {
  config_id: 'Catalog item',
  component_id: 'Component',
  check_id: 'Check',
  canary_id: 'Canary',
}

/** Chooses the resource of a silence by its name. */
export function ResourceField(props: {
  target: SilenceTarget
  value: ComboboxOption | null
  onChange: (value: ComboboxOption | null) => void
  error: string | undefined
}): ReactNode {
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, RESOURCE_DELAY)
  // The field shows the name of the chosen one, which is no search.
  const searched = wanted === props.value?.label ? '' : wanted
  const found = useQuery(resourcesQuery(props.target, searched))
  return (
    <>
      {found.error !== null && <Notice kind="error">{messageOf(found.error)}</Notice>}
      <Field label={labels[props.target]} required error={props.error}>
        {(control) => (
          <Combobox
            {...control}
            options={found.data ?? []}
            value={props.value}
            onChange={props.onChange}
            onSearch={setTyped}
            searching={found.isFetching || typed !== wanted}
            placeholder="Search by name"
          />
        )}
      </Field>
    </>
  )
}
