import {
  type EscalationStep,
  type EscalationTarget,
  type PolicyDetails,
  policyForm,
  type PolicyForm,
  type TargetName,
} from '@binnacle/contract/on-call'
import { severities, urgentSeverities } from '@binnacle/contract/health'
import {
  Button,
  Checkbox,
  type ComboboxOption,
  Field,
  IconButton,
  MultiCombobox,
  Switch,
  timeZone,
} from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../application/address/use-debounced.ts'
import { peopleQuery } from '../../application/forms/people-field.tsx'
import { teamsQuery } from '../../application/forms/teams.ts'
import { EntryDialog } from '../../application/resource/entry-dialog.tsx'
import { DeleteDocument, DescriptionField, NameField } from './document-fields.tsx'
import { HoursField, ZoneField } from '../../application/forms/weekly-hours.tsx'
import { NumberField } from './fields.tsx'
import { deletePolicy, ESCALATIONS, rotasQuery, savePolicy, targetKey } from './queries.ts'
import { readBy, useDocumentForm, useFormDocument } from '../../application/forms/use-document-form.ts'

const newPolicy: PolicyForm = {
  name: '',
  description: null,
  steps: [{ afterMinutes: 0, targets: [] }],
  repeat: { times: 2, afterMinutes: 15 },
  acknowledgementMinutes: null,
  hold: null,
  recordOnly: false,
}

const newHold = (): NonNullable<PolicyForm['hold']> => ({
  timeZone: timeZone(),
  hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  urgent: [...urgentSeverities],
})

/** The form of an escalation policy. @param props.policy undefined for a new one */
export function PolicyDialog(props: {
  policy: PolicyDetails | undefined
  targets: readonly TargetName[]
  onClose: () => void
}): ReactNode {
  const { policy, onClose } = props
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    new Map(props.targets.map((target) => [targetKey(target), target.name])),
  )
  const form = useDocumentForm(useFormDocument(policy ?? newPolicy), {
    read: (entered) => readBy(policyForm, entered),
    fields: /^(name|description|steps(\[.+)?|repeat\..+|acknowledgementMinutes|hold\..+)$/,
    send: (values) => savePolicy(policy?.id, values),
    success: policy === undefined ? 'Policy added' : 'Policy updated',
    keys: [[ESCALATIONS]],
    onDone: onClose,
  })
  const { value, set, errorOf } = form
  const setStep = (place: number, changes: Partial<EscalationStep>) =>
    set({ steps: value.steps.map((step, other) => (other === place ? { ...step, ...changes } : step)) })

  return (
    <EntryDialog
      entry={form}
      size="large"
      title={policy === undefined ? 'Add escalation policy' : `Edit ${policy.name}`}
      submitLabel={policy === undefined ? 'Add' : 'Save'}
      others={
        policy !== undefined && (
          <DeleteDocument
            kind="policy"
            name={policy.name}
            run={() => deletePolicy(policy.id)}
            keys={[[ESCALATIONS]]}
            onDone={onClose}
          >
            Its running escalations stop.
          </DeleteDocument>
        )
      }
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField form={form} />
        <DescriptionField form={form} />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-small font-medium text-secondary">
          Steps until somebody acknowledges
        </legend>
        {value.steps.map((step, place) => (
          <div
            // eslint-disable-next-line react/no-array-index-key -- steps have no name of their own
            key={place}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-2"
          >
            <NumberField
              label={place === 0 ? 'After (min)' : 'Then after (min)'}
              minimum={0}
              value={step.afterMinutes}
              error={errorOf(`steps[${place}].afterMinutes`)}
              onChange={(afterMinutes) => setStep(place, { afterMinutes })}
            />
            <TargetsField
              label={`Step ${place + 1} tells`}
              value={step.targets}
              names={names}
              error={
                errorOf(`steps[${place}].targets`) ??
                step.targets
                  .map((_target, position) => errorOf(`steps[${place}].targets[${position}]`))
                  .find((error) => error !== undefined)
              }
              onChange={(targets, added) => {
                setNames(new Map([...names, ...added]))
                setStep(place, { targets })
              }}
            />
            <IconButton
              className="mt-5"
              label={`Remove step ${place + 1}`}
              icon={<Trash2 className="size-3.5" />}
              disabled={value.steps.length === 1}
              onClick={() => set({ steps: value.steps.filter((_step, other) => other !== place) })}
            />
          </div>
        ))}
        <Button
          size="small"
          className="self-start"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          onClick={() => set({ steps: [...value.steps, { afterMinutes: 10, targets: [] }] })}
        >
          Add step
        </Button>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label="Repeat the steps (times)"
          help="0: never"
          minimum={0}
          value={value.repeat.times}
          error={errorOf('repeat.times')}
          onChange={(times) => set({ repeat: { ...value.repeat, times } })}
        />
        <NumberField
          label="Wait before repeating (min)"
          minimum={1}
          value={value.repeat.afterMinutes}
          error={errorOf('repeat.afterMinutes')}
          onChange={(afterMinutes) => set({ repeat: { ...value.repeat, afterMinutes } })}
        />
        <NumberField
          label="Acknowledgement ends after (min)"
          help="Empty: never"
          minimum={1}
          value={value.acknowledgementMinutes ?? Number.NaN}
          error={errorOf('acknowledgementMinutes')}
          onChange={(minutes) => set({ acknowledgementMinutes: Number.isNaN(minutes) ? null : minutes })}
        />
      </div>
      <div>
        <Switch
          label="Wait for working hours"
          checked={value.hold !== null}
          onChange={(isOn) => set({ hold: isOn ? newHold() : null })}
        />
        <p className="text-small text-muted">Steps wait until working hours, unless the alert is urgent.</p>
      </div>
      {value.hold !== null && (
        <HoldFields hold={value.hold} errorOf={errorOf} onChange={(hold) => set({ hold })} />
      )}
      <div>
        <Switch
          label="Record only"
          checked={value.recordOnly}
          onChange={(recordOnly) => set({ recordOnly })}
        />
        <p className="text-small text-muted">Records whom the steps would notify, and notifies nobody.</p>
      </div>
    </EntryDialog>
  )
}

function HoldFields(props: {
  hold: NonNullable<PolicyForm['hold']>
  errorOf: (path: string) => string | undefined
  onChange: (hold: NonNullable<PolicyForm['hold']>) => void
}): ReactNode {
  const { hold, errorOf, onChange } = props
  return (
    <div className="flex flex-col gap-4 rounded-panel border border-line p-3 sm:p-4">
      <ZoneField
        label="Time zone of the working hours"
        value={hold.timeZone}
        error={errorOf('hold.timeZone')}
        onChange={(zone) => onChange({ ...hold, timeZone: zone })}
      />
      <HoursField
        legend="Working hours"
        empty="Add working hours."
        path="hold.hours"
        value={hold.hours}
        errorOf={errorOf}
        onChange={(hours) => onChange({ ...hold, hours })}
      />
      <fieldset>
        <legend className="mb-1 text-small font-medium text-secondary">Severities that never wait</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {severities.toReversed().map((severity) => (
            <Checkbox
              key={severity}
              label={severity}
              checked={hold.urgent.includes(severity)}
              onChange={(isUrgent) =>
                onChange({
                  ...hold,
                  urgent: isUrgent
                    ? [...hold.urgent, severity]
                    : hold.urgent.filter((other) => other !== severity),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

const kinds = ['rota', 'team', 'person'] as const

function targetOf(key: string): EscalationTarget | undefined {
  const kind = kinds.find((candidate) => key.startsWith(`${candidate}:`))
  return kind === undefined ? undefined : { kind, id: key.slice(kind.length + 1) }
}

/** Rotas, teams and people to tell. */
function TargetsField(props: {
  label: string
  value: readonly EscalationTarget[]
  names: ReadonlyMap<string, string>
  error: string | undefined
  onChange: (targets: EscalationTarget[], names: readonly (readonly [string, string])[]) => void
}): ReactNode {
  const { value, names, onChange } = props
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, LOOKUP_DELAY)
  const rotas = useQuery(rotasQuery)
  const teams = useQuery(teamsQuery)
  const people = useQuery(peopleQuery(wanted, []))
  const isFound = ({ name }: { name: string }) => name.toLowerCase().includes(typed.trim().toLowerCase())
  const optionsOf = (
    kind: EscalationTarget['kind'],
    found: readonly { id: string; name: string }[],
  ): ComboboxOption[] => found.map(({ id, name }) => ({ value: `${kind}:${id}`, label: name, note: kind }))
  const options = [
    ...optionsOf('rota', (rotas.data?.rotas ?? []).filter(isFound)),
    ...optionsOf('team', (teams.data ?? []).filter(isFound)),
    ...optionsOf('person', people.data ?? []),
  ]
  return (
    <Field label={props.label} error={props.error}>
      {(control) => (
        <MultiCombobox
          {...control}
          options={options}
          value={value.map((target) => ({
            value: targetKey(target),
            label: names.get(targetKey(target)) ?? `Deleted ${target.kind}`,
          }))}
          onChange={(chosen) =>
            onChange(
              chosen.flatMap(({ value: key }) => targetOf(key) ?? []),
              chosen.map(({ value: key, label }) => [key, label] as const),
            )
          }
          onSearch={setTyped}
          searching={people.isFetching || typed !== wanted}
          placeholder="Search rotas, teams and people"
        />
      )}
    </Field>
  )
}
