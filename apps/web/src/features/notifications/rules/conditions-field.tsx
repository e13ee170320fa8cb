import {
  conditionChoices,
  type ConditionField,
  conditionFields,
  type ConditionOperator,
  conditionOperators,
  type RuleCondition,
} from '@binnacle/contract/notifications'
import { Button, Field, IconButton, MultiCombobox, SelectField, TextField } from '@binnacle/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import type { RuleValues } from './rule-values.ts'

const fieldLabels: Readonly<Record<ConditionField, string>> = {
  severity: 'Severity',
  label: 'Label',
  name: 'Name',
  type: 'Type',
  namespace: 'Namespace',
}

const emptyCondition: RuleCondition = { field: 'severity', label: '', operator: 'is', values: [] }

/** Conditions that a resource must meet, all of them. They are written into the filter of the rule. */
export function ConditionsField({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'conditions' })
  const { value: conditions, onChange: write } = field
  const error = entry.errorOf('conditions')
  return (
    <fieldset className="flex flex-col gap-3" data-invalid={error === undefined ? undefined : ''}>
      <legend className="text-small font-medium text-secondary">Conditions</legend>
      {conditions.length === 0 && (
        <p className="text-small text-muted">Every event counts. Add a condition to choose.</p>
      )}
      {conditions.map((condition, place) => (
        <ConditionRow
          // Conditions have no name of their own.
          // eslint-disable-next-line react/no-array-index-key
          key={place}
          place={place}
          value={condition}
          onChange={(next) => write(conditions.map((other, at) => (at === place ? next : other)))}
          onRemove={() => write(conditions.filter((_, at) => at !== place))}
        />
      ))}
      {error !== undefined && <p className="text-small text-unhealthy">{error}</p>}
      <Button
        size="small"
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-3.5" />}
        onClick={() => write([...conditions, emptyCondition])}
      >
        Add condition
      </Button>
    </fieldset>
  )
}

function ConditionRow(props: {
  place: number
  value: RuleCondition
  onChange: (condition: RuleCondition) => void
  onRemove: () => void
}): ReactNode {
  const { place, value, onChange, onRemove } = props
  const [typed, setTyped] = useState('')
  const choices = conditionChoices[value.field] ?? []
  const word = typed.trim()
  const found = choices.filter((choice) => choice.includes(word.toLowerCase()))
  const offered = choices.length > 0 ? found : word === '' ? [] : [word]
  const option = (text: string) => ({ value: text, label: text })
  return (
    <div
      role="group"
      aria-label={`Condition ${place + 1}`}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[9rem_8rem_minmax(0,1fr)_auto]"
    >
      <div className="flex flex-col gap-2">
        <SelectField
          label="Field"
          value={value.field}
          options={conditionFields.map((field) => ({ value: field, label: fieldLabels[field] }))}
          onChange={(written) => {
            const field = conditionFields.find((each) => each === written) ?? 'severity'
            onChange({ ...emptyCondition, field, operator: value.operator })
          }}
        />
        {value.field === 'label' && (
          <TextField
            label="Label name"
            autoComplete="off"
            placeholder="team"
            value={value.label}
            onChange={(event) => onChange({ ...value, label: event.target.value.trim() })}
          />
        )}
      </div>
      <SelectField
        label="Comparison"
        value={value.operator}
        options={conditionOperators.map((operator) => ({ value: operator, label: operator }))}
        onChange={(written) => {
          const operator: ConditionOperator = conditionOperators.find((each) => each === written) ?? 'is'
          onChange({ ...value, operator })
        }}
      />
      <IconButton
        className="mt-5 sm:order-last"
        label={`Remove condition ${place + 1}`}
        icon={<Trash2 className="size-3.5" />}
        onClick={onRemove}
      />
      <div className="col-span-3 sm:col-span-1">
        <Field label="Values">
          {(control) => (
            <MultiCombobox
              {...control}
              options={offered.map(option)}
              value={value.values.map(option)}
              onChange={(options) => onChange({ ...value, values: options.map((each) => each.value) })}
              onSearch={setTyped}
              placeholder={value.values.length === 0 ? 'One of these values' : ''}
            />
          )}
        </Field>
      </div>
    </div>
  )
}
