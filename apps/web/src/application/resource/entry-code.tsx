import { Field, LazyCodeEditor } from '@binnacle/ui'
import type { CodeEditorProps } from '@binnacle/ui/code'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { EntryFieldSetup } from './entry-fields.tsx'
import type { EntryValues } from './entry-values.ts'

/** Field of an entry form for a script, a template or JSON, with an editor. */
export function EntryCode<Input extends EntryValues, Output>(
  props: EntryFieldSetup<Input, Output> &
    Pick<CodeEditorProps, 'language' | 'size' | 'placeholder' | 'suggest'> & { required?: true },
): ReactNode {
  const { entry, name, label, help, required, ...editor } = props
  const { field } = useController({ control: entry.form.control, name })
  return (
    <Field
      label={label}
      help={help}
      error={entry.errorOf(name)}
      {...(required === undefined ? {} : { required })}
    >
      {(control) => (
        <div onBlur={field.onBlur}>
          <LazyCodeEditor
            {...editor}
            id={control.id}
            label={label}
            invalid={control['aria-invalid'] === true}
            describedBy={control['aria-describedby']}
            value={String(field.value)}
            onChange={field.onChange}
          />
        </div>
      )}
    </Field>
  )
}
