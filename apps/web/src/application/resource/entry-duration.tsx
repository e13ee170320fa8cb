import { buttonClass, TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { EntryFieldSetup } from './entry-fields.tsx'
import type { EntryValues } from './entry-values.ts'

/** Field of an entry form for a duration as text, with the usual ones one press away. */
export function EntryDuration<Input extends EntryValues, Output>(
  props: EntryFieldSetup<Input, Output> & { choices: readonly string[] },
): ReactNode {
  const { entry, name, label, choices } = props
  const { field } = useController({ control: entry.form.control, name })
  const choose = (choice: string) => {
    field.onChange(choice)
    void entry.form.trigger(name)
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
        value={String(field.value)}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
      />
      <div role="group" aria-label={`Choices of ${label}`} className="flex flex-wrap gap-1">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={field.value === choice}
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
