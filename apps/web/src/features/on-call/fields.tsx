import { formatWallTime, parseWallTime, TextField, timeZone } from '@binnacle/ui'
import type { ReactNode } from 'react'

interface FieldSetup {
  label: string
  help?: string
  error: string | undefined
}

/** A field for a number; NaN while it is empty. */
export function NumberField(
  props: FieldSetup & {
    value: number
    minimum: number
    onChange: (value: number) => void
    className?: string
  },
): ReactNode {
  const { value, minimum, onChange, ...field } = props
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={minimum}
      step={1}
      autoComplete="off"
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.value === '' ? Number.NaN : Number(event.target.value))}
    />
  )
}

/** A field for an instant in the reader's zone; an empty text while it is not valid. */
export function InstantField(
  props: FieldSetup & { value: string; onChange: (iso: string) => void; className?: string },
): ReactNode {
  const { value, onChange, ...field } = props
  const zone = timeZone()
  return (
    <TextField
      {...field}
      type="datetime-local"
      autoComplete="off"
      value={value === '' ? '' : formatWallTime(Date.parse(value), zone).replace(' ', 'T')}
      onChange={(event) => {
        const instant = parseWallTime(event.target.value, zone)
        onChange(instant === undefined ? '' : new Date(instant).toISOString())
      }}
    />
  )
}
