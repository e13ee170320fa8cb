import { weekdays, type WeeklyHours } from '@binnacle/contract/on-call'
import { Button, Combobox, Field, IconButton, TextField, timeZones } from '@binnacle/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'

interface FieldSetup {
  label: string
  help?: string
  error: string | undefined
}

/** A field for a time zone. */
export function ZoneField(
  props: FieldSetup & { value: string; onChange: (zone: string) => void; className?: string },
): ReactNode {
  const { value, onChange, ...field } = props
  const options = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone })), [])
  return (
    <Field {...field}>
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={value === '' ? null : { value, label: value }}
          onChange={(option) => onChange(option?.value ?? '')}
        />
      )}
    </Field>
  )
}

const workingHours: WeeklyHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

/** Hours of days of the week. @param props.path of the list in the form, such as `hold.hours` */
export function HoursField(props: {
  legend: string
  empty: string
  value: readonly WeeklyHours[]
  path: string
  errorOf: (path: string) => string | undefined
  onChange: (hours: WeeklyHours[]) => void
}): ReactNode {
  const { value, path, errorOf, onChange } = props
  const change = (place: number, changes: Partial<WeeklyHours>) =>
    onChange(value.map((entry, other) => (other === place ? { ...entry, ...changes } : entry)))
  const error = errorOf(path)
  return (
    <fieldset className="flex flex-col gap-2" data-invalid={error === undefined ? undefined : ''}>
      <legend className="text-small font-medium text-secondary">{props.legend}</legend>
      {value.length === 0 && <p className="text-small text-muted">{props.empty}</p>}
      {value.map((entry, place) => (
        // Entries have no name of their own.
        // eslint-disable-next-line react/no-array-index-key
        <div key={place} className="flex flex-wrap items-end gap-2">
          <DayToggles
            value={entry.days}
            label={`Days of hours ${place + 1}`}
            error={errorOf(`${path}[${place}].days`)}
            onChange={(days) => change(place, { days })}
          />
          <TextField
            label="From"
            type="time"
            className="w-28"
            value={entry.from}
            error={errorOf(`${path}[${place}].from`)}
            onChange={(event) => change(place, { from: event.target.value })}
          />
          <TextField
            label={entry.to !== '' && entry.to <= entry.from ? 'To (next day)' : 'To'}
            type="time"
            className="w-28"
            value={entry.to}
            error={errorOf(`${path}[${place}].to`)}
            onChange={(event) => change(place, { to: event.target.value })}
          />
          <IconButton
            label={`Remove hours ${place + 1}`}
            icon={<Trash2 className="size-3.5" />}
            onClick={() => onChange(value.filter((_entry, other) => other !== place))}
          />
        </div>
      ))}
      {error !== undefined && <p className="text-small text-unhealthy">{error}</p>}
      <Button
        size="small"
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-3.5" />}
        onClick={() => onChange([...value, workingHours])}
      >
        Add hours
      </Button>
    </fieldset>
  )
}

function DayToggles(props: {
  value: readonly number[]
  label: string
  error: string | undefined
  onChange: (days: number[]) => void
}): ReactNode {
  return (
    <div
      role="group"
      aria-label={props.label}
      data-invalid={props.error === undefined ? undefined : ''}
      className="flex flex-col gap-1"
    >
      <div className="flex">
        {weekdays.map((name, place) => {
          const day = place + 1
          const isChosen = props.value.includes(day)
          return (
            <button
              key={name}
              type="button"
              aria-label={name}
              aria-pressed={isChosen}
              className={`h-8 w-8 border border-line-control text-small first:rounded-l-control last:rounded-r-control not-first:-ml-px ${
                isChosen ? 'bg-accent text-on-accent' : 'bg-surface text-secondary hover:bg-hover'
              }`}
              onClick={() =>
                props.onChange(
                  isChosen
                    ? props.value.filter((other) => other !== day)
                    : [...props.value, day].toSorted((left, right) => left - right),
                )
              }
            >
              {name.slice(0, 2)}
            </button>
          )
        })}
      </div>
      {props.error !== undefined && <p className="text-small text-unhealthy">{props.error}</p>}
    </div>
  )
}
