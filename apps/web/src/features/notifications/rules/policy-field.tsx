import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { IdField } from '../../../application/forms/id-field.tsx'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { policiesQuery } from './queries.ts'
import { ruleSchema } from './rule-schema.ts'
import type { RuleValues } from './rule-values.ts'

/** Whom alerts of a rule reach next while nobody acknowledges them. */
export function PolicyField({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const { field } = useController({ control: entry.form.control, name: 'escalation_policy_id' })
  const { title, description } = ruleSchema.properties.escalation_policy_id
  const choices = useQuery({
    ...policiesQuery,
    select: (policies) => policies.map(({ id, name }) => ({ value: id, label: name })),
  })
  return (
    <IdField
      label={title}
      error={entry.errorOf('escalation_policy_id')}
      help={description}
      placeholder="None"
      choices={choices}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
