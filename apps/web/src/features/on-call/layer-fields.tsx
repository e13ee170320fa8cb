import { handoverUnits, type Layer } from '@binnacle/contract/on-call'
import { IconButton, SelectField, TextField } from '@binnacle/ui'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { PeopleField } from '../../application/forms/people-field.tsx'
import { HoursField, ZoneField } from '../../application/forms/weekly-hours.tsx'
import { NumberField } from './fields.tsx'

/** The fields of people who take turns. @param props.place counted from 0 */
export function LayerFields(props: {
  layer: Layer
  place: number
  count: number
  names: ReadonlyMap<string, string>
  errorOf: (path: string) => string | undefined
  onChange: (layer: Layer) => void
  onNames: (names: readonly (readonly [string, string])[]) => void
  onMove: (by: number) => void
  onRemove: () => void
}): ReactNode {
  const { layer, place, count, names, onChange } = props
  const errorOf = (field: string) => props.errorOf(`layers[${place}].${field}`)
  const set = (changes: Partial<Layer>) => onChange({ ...layer, ...changes })
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-panel border border-line p-3 sm:p-4">
      <legend className="px-1 text-small font-medium">
        {layer.name === '' ? `Layer ${place + 1}` : layer.name}
      </legend>
      <div className="flex items-end gap-2">
        <TextField
          label="Name of the layer"
          className="min-w-0 flex-1"
          autoComplete="off"
          value={layer.name}
          error={errorOf('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <IconButton
          label="Move layer up"
          icon={<ArrowUp className="size-3.5" />}
          disabled={place === 0}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          label="Move layer down"
          icon={<ArrowDown className="size-3.5" />}
          disabled={place === count - 1}
          onClick={() => props.onMove(1)}
        />
        <IconButton label="Remove layer" icon={<Trash2 className="size-3.5" />} onClick={props.onRemove} />
      </div>
      <PeopleField
        label="People, in the order of their turns"
        error={errorOf('participants')}
        except={layer.participants}
        value={layer.participants.map((id) => ({ value: id, label: names.get(id) ?? 'Unknown' }))}
        onChange={(chosen) => {
          props.onNames(chosen.map(({ value, label }) => [value, label] as const))
          set({ participants: chosen.map(({ value }) => value) })
        }}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label="Hand over every"
          minimum={1}
          value={layer.handover.every}
          error={errorOf('handover.every')}
          onChange={(every) => set({ handover: { ...layer.handover, every } })}
        />
        <SelectField
          label="Unit"
          value={layer.handover.unit}
          options={handoverUnits.map((unit) => ({ value: unit, label: unit }))}
          onChange={(unit) => set({ handover: { ...layer.handover, unit } })}
        />
        <TextField
          label="At"
          type="time"
          value={layer.handover.at}
          error={errorOf('handover.at')}
          onChange={(event) => set({ handover: { ...layer.handover, at: event.target.value } })}
        />
        <TextField
          label="First turn"
          type="date"
          value={layer.start}
          error={errorOf('start')}
          onChange={(event) => set({ start: event.target.value })}
        />
        <TextField
          label="Ends"
          help="Empty: never"
          type="date"
          value={layer.end ?? ''}
          error={errorOf('end')}
          onChange={(event) => set({ end: event.target.value === '' ? null : event.target.value })}
        />
        <ZoneField
          label="Time zone of the layer"
          value={layer.timeZone}
          error={errorOf('timeZone')}
          onChange={(timeZone) => set({ timeZone })}
        />
      </div>
      <HoursField
        legend="Only at these hours"
        empty="At all hours."
        value={layer.hours}
        path={`layers[${place}].hours`}
        errorOf={props.errorOf}
        onChange={(hours) => set({ hours })}
      />
    </fieldset>
  )
}
