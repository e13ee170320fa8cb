import type { ComboboxOption } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { IdField } from '../../../application/forms/id-field.tsx'
import { PersonField } from '../../../application/forms/person-field.tsx'
import { teamsQuery } from '../../../application/forms/teams.ts'
import { personQuery } from './queries.ts'

/** What a picker of a recipient takes. */
export interface PickerProps {
  value: string
  error: string | undefined
  onChange: (id: string) => void
  onBlur: () => void
}

/** Chooses a person. */
export function PersonPicker({ value, onChange, ...field }: PickerProps): ReactNode {
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const stored = useQuery({ ...personQuery(value), enabled: value !== '' && picked?.value !== value })
  const named = picked?.value === value ? picked : { value, label: stored.data?.name ?? value }
  return (
    <PersonField
      {...field}
      label="Person"
      required
      help="Gets an email, or a message on the ways chosen under On call."
      value={value === '' ? null : named}
      onChange={(person) => {
        setPicked(person)
        onChange(person?.value ?? '')
      }}
    />
  )
}

/** Chooses a team. */
export function TeamPicker(picker: PickerProps): ReactNode {
  const choices = useQuery({
    ...teamsQuery,
    select: (teams) => teams.map(({ id, name }) => ({ value: id, label: name })),
  })
  return (
    <IdField
      {...picker}
      label="Team"
      required
      help="Its own routes decide where the message goes."
      placeholder="Choose a team"
      choices={choices}
    />
  )
}
