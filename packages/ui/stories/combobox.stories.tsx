import { type ReactNode, useState } from 'react'
import { Combobox, type ComboboxOption, Field, MultiCombobox } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Combobox'

const people: readonly ComboboxOption[] = [
  { value: 'ada', label: 'Ada Lovelace', note: 'ada@example.com' },
  { value: 'grace', label: 'Grace Hopper', note: 'grace@example.com' },
  { value: 'edsger', label: 'Edsger Dijkstra', note: 'edsger@example.com' },
  { value: 'barbara', label: 'Barbara Liskov', note: 'barbara@example.com' },
]

function One(): ReactNode {
  const [person, setPerson] = useState<ComboboxOption | null>(people[1] ?? null)
  return (
    <Field label="Owner" className="max-w-sm" help="Who is asked first.">
      {(control) => <Combobox {...control} options={people} value={person} onChange={setPerson} />}
    </Field>
  )
}

function Several(): ReactNode {
  const [chosen, setChosen] = useState<readonly ComboboxOption[]>(people.slice(0, 2))
  return (
    <Field label="Members" className="max-w-sm">
      {(control) => (
        <MultiCombobox
          {...control}
          options={people}
          value={chosen}
          onChange={setChosen}
          placeholder="Add people"
        />
      )}
    </Field>
  )
}

function Searched(): ReactNode {
  const [chosen, setChosen] = useState<readonly ComboboxOption[]>([])
  const [typed, setTyped] = useState('')
  const found = typed === '' ? [] : people.filter(({ label }) => label.toLowerCase().includes(typed))
  return (
    <Field label="Found by the server" className="max-w-sm" error="Choose somebody">
      {(control) => (
        <MultiCombobox {...control} options={found} value={chosen} onChange={setChosen} onSearch={setTyped} />
      )}
    </Field>
  )
}

export const stories: readonly Story[] = [
  { name: 'One', render: () => <One /> },
  { name: 'Several', render: () => <Several /> },
  { name: 'Searched by the server', render: () => <Searched /> },
]
