import { buttonClass, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import type { RuleValues } from './rule-values.ts'

/** A duration as text, with the usual ones one press away. */
export function DurationField(props: {
  entry: EntryForm<RuleValues, RuleValues>
  name: 'repeat_interval' | 'wait_for' | 'fallback_delay'
  label: string
  help: string
  choices: readonly string[]
}): ReactNode {
  const { entry, name, label, choices } = props
  const { field } = useController({ control: entry.form.control, name })
  const choose = (choice: string) => {
    entry.form.setValue(name, choice, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={label}
        required
        help={props.help}
        error={entry.errorOf(name)}
        autoComplete="off"
        className="max-w-60"
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
      />
      <div role="group" aria-label={`Choices of ${label}`} className="flex flex-wrap gap-1">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={field.value === choice}
            title={choice === '1m' ? 'One month' : undefined}
            className={buttonClass({
              size: 'small',
              variant: field.value === choice ? 'primary' : 'secondary',
            })}
            onClick={() => choose(choice)}
          >
            {choice}
          </button>
        ))}
      </div>
    </div>
  )
}
