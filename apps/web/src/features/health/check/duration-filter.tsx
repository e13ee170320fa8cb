import { ALL, Select, TextField } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { durationChoices, parseDurationFilter } from './duration-filter.ts'

const CUSTOM = 'custom'

const options = [
  { value: ALL, label: 'All' },
  ...durationChoices.map((choice) => ({ value: choice, label: choice })),
  { value: CUSTOM, label: 'Custom…' },
]

/** Chooses how long a run must have taken at least: one of a few, or any number of ms or s. */
export function DurationFilter(props: {
  value: string | undefined
  onChange: (value: string | undefined) => void
}): ReactNode {
  const offered = durationChoices.some((choice) => choice === props.value)
  const [custom, setCustom] = useState(props.value !== undefined && !offered)
  const [draft, setDraft] = useState(props.value ?? '')
  const parsed = draft === '' ? undefined : parseDurationFilter(draft)
  const shown = custom ? CUSTOM : (props.value ?? ALL)

  function choose(value: string): void {
    setCustom(value === CUSTOM)
    if (value === CUSTOM) setDraft(props.value ?? '')
    else props.onChange(value === ALL ? undefined : value)
  }

  function type(text: string): void {
    setDraft(text)
    if (text === '') props.onChange(undefined)
    else if (parseDurationFilter(text).ok) props.onChange(text.trim())
  }

  return (
    <>
      <Select label="Duration" showLabel value={shown} options={options} onChange={choose} />
      {custom && (
        <TextField
          label="Shortest duration"
          hideLabel
          className="w-56"
          value={draft}
          placeholder="500ms or 2s"
          error={parsed?.ok === false ? parsed.failure : undefined}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </>
  )
}
