import { type Layer, rotaForm, type RotaDetails, type RotaForm } from '@binnacle/contract/on-call'
import { Button, Dialog, formatWallTime, SelectField, Skeleton, Switch, timeZone, useNow } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { teamsQuery } from '../../application/forms/teams.ts'
import { useSession } from '../../application/session/session.ts'
import { useDebounced } from '../../application/address/use-debounced.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { DeleteDocument, DescriptionField, NameField } from './document-fields.tsx'
import { ZoneField } from '../../application/forms/weekly-hours.tsx'
import { LayerFields } from './layer-fields.tsx'
import { deleteRota, ON_CALL, previewQuery, rangeFrom, rotaQuery, saveRota } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

/** Stands for no team. */
const NONE = ''
/** Days that the preview shows. */
const DAYS = 14
const PREVIEW_DELAY = 400

function newLayer(place: number, personId: string): Layer {
  return {
    name: place === 0 ? 'Primary' : `Layer ${place + 1}`,
    timeZone: timeZone(),
    participants: [personId],
    start: formatWallTime(Date.now(), timeZone()).slice(0, 10),
    end: null,
    handover: { every: 1, unit: 'weeks', at: '09:00' },
    hours: [],
  }
}

/** The form of a rota. @param props.id undefined for a new one */
export function RotaDialog(props: { id: string | undefined; onClose: () => void }): ReactNode {
  const { id, onClose } = props
  const session = useSession()
  const rota = useQuery({ ...rotaQuery(id ?? ''), enabled: id !== undefined })
  if (id === undefined)
    return (
      <RotaEditor
        id={undefined}
        onClose={onClose}
        rota={{
          name: '',
          description: null,
          teamId: null,
          timeZone: timeZone(),
          layers: [newLayer(0, session.id)],
          handoverNotices: false,
          people: [{ id: session.id, name: session.name }],
        }}
      />
    )
  if (rota.data !== undefined) return <RotaEditor id={id} rota={rota.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Edit rota" size="large">
      {rota.error === null ? (
        <Skeleton className="h-80 w-full" />
      ) : (
        <LoadFailure compact error={rota.error} queries={[rota]} />
      )}
    </Dialog>
  )
}

function RotaEditor(props: {
  id: string | undefined
  rota: Omit<RotaDetails, 'id'>
  onClose: () => void
}): ReactNode {
  const { id, onClose } = props
  const { people, ...initial } = props.rota
  const session = useSession()
  const teams = useQuery(teamsQuery)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    new Map(people.map((person) => [person.id, person.name])),
  )
  const form = useDocumentForm(useFormDocument(initial), {
    read: (entered) => readBy(rotaForm, entered),
    fields: /^(name|description|teamId|timeZone|layers\[\d+\](\..+)?)$/,
    send: (values) => saveRota(id, values),
    success: id === undefined ? 'Rota added' : 'Rota updated',
    keys: [[ON_CALL]],
    onDone: onClose,
  })
  const { value, set, errorOf } = form
  const setLayer = (place: number, layer: Layer) =>
    set({ layers: value.layers.map((other, position) => (position === place ? layer : other)) })

  return (
    <EntryDialog
      entry={form}
      size="large"
      title={id === undefined ? 'Add rota' : `Edit ${initial.name}`}
      submitLabel={id === undefined ? 'Add' : 'Save'}
      others={
        id !== undefined && (
          <DeleteDocument
            kind="rota"
            name={initial.name}
            run={() => deleteRota(id)}
            keys={[[ON_CALL]]}
            onDone={onClose}
          >
            Escalation policies that use it notify nobody instead.
          </DeleteDocument>
        )
      }
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField form={form} />
        <ZoneField
          label="Time zone"
          value={value.timeZone}
          error={errorOf('timeZone')}
          onChange={(zone) => set({ timeZone: zone })}
        />
        <DescriptionField form={form} />
        <SelectField
          label="Team"
          help="Its members may add overrides."
          value={value.teamId ?? NONE}
          error={errorOf('teamId')}
          options={[
            { value: NONE, label: 'No team' },
            ...(teams.data ?? []).map((team) => ({ value: team.id, label: team.name })),
          ]}
          onChange={(teamId) => set({ teamId: teamId === NONE ? null : teamId })}
        />
      </div>
      <div>
        <Switch
          label="Hand-over notices"
          checked={value.handoverNotices}
          onChange={(handoverNotices) => set({ handoverNotices })}
        />
        <p className="text-small text-muted">Tells people when they come on call and when they go off.</p>
      </div>
      {value.layers.map((layer, place) => (
        <LayerFields
          // Layers have no other name that stays.
          // eslint-disable-next-line react/no-array-index-key
          key={place}
          layer={layer}
          place={place}
          count={value.layers.length}
          names={names}
          errorOf={errorOf}
          onChange={(changed) => setLayer(place, changed)}
          onNames={(added) => setNames(new Map([...names, ...added]))}
          onMove={(by) => set({ layers: moved(value.layers, place, place + by) })}
          onRemove={() => set({ layers: value.layers.filter((_layer, other) => other !== place) })}
        />
      ))}
      <Button
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-3.5" />}
        onClick={() => set({ layers: [...value.layers, newLayer(value.layers.length, session.id)] })}
      >
        Add layer
      </Button>
      <Preview form={value} />
    </EntryDialog>
  )
}

/** Moves an entry of a list to another place. */
function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_entry, place) => place !== from)
  return [...rest.slice(0, to), ...entries.slice(from, from + 1), ...rest.slice(to)]
}

/** Who would be on call with what is entered. */
function Preview({ form }: { form: RotaForm }): ReactNode {
  const now = useNow('minute')
  const range = rangeFrom(now, DAYS)
  const named = { ...form, name: form.name.trim() === '' ? 'Preview' : form.name }
  const parsed = rotaForm.safeParse(useDebounced(named, PREVIEW_DELAY))
  const preview = useQuery({ ...previewQuery(parsed.data ?? form, range), enabled: parsed.success })
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <h3 className="text-small font-medium text-secondary">
        Preview of the next two weeks, without overrides
      </h3>
      {!parsed.success && <p className="text-small text-muted">Complete the layers to see it.</p>}
      {parsed.success && preview.isPending && <Skeleton className="h-14 w-full" />}
      {parsed.success && preview.error !== null && preview.data === undefined && (
        <LoadFailure compact error={preview.error} queries={[preview]} />
      )}
      {parsed.success && preview.data !== undefined && (
        <Timeline
          label="Preview"
          shifts={preview.data.shifts}
          range={range}
          people={[...new Set(form.layers.flatMap(({ participants }) => participants))].map((id) => ({
            id,
            name: '',
          }))}
        />
      )}
    </section>
  )
}
