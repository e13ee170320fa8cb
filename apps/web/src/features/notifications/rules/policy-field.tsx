import { Combobox, Field } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { policiesQuery } from './queries.ts'
import type { RuleValues } from './rule-values.ts'

/** Whom alerts of a rule reach next while nobody acknowledges them. */
export function PolicyField({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'escalation_policy_id' })
  const policies = useQuery(policiesQuery)
  const options = (policies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const chosen =
    options.find(({ value }) => value === field.value) ??
    (field.value === '' ? null : { value: field.value, label: field.value })
  return (
    <Field
      label="Escalation policy"
      error={entry.errorOf('escalation_policy_id')}
      help="Tells more people, step by step, until somebody acknowledges the alert. Policies are on the page On call."
    >
      {(control) => (
        <div onBlur={field.onBlur}>
          <Combobox
            {...control}
            options={options}
            value={policies.isPending ? null : chosen}
            onChange={(option) => field.onChange(option?.value ?? '')}
            searching={policies.isPending}
            placeholder="None"
          />
        </div>
      )}
    </Field>
  )
}
