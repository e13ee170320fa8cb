import { Field } from '../primitives/field.tsx'
import { Select } from '../primitives/select.tsx'
import { LazyCodeEditor } from '../primitives/lazy-code-editor.tsx'
import { type ReactNode, useId } from 'react'
import { isRecord } from '@binnacle/contract/schema'
import { asText, type FieldSetup, nothing, useFieldAttributes } from './basic-fields.tsx'
import { labelOf, scriptLanguages, type ScriptKey } from './field-kind.ts'
import { useSchemaForm } from './schema-form.ts'

/** Languages of expressions: mostly one line, in which nobody indents. */
const expressionLanguages: ReadonlySet<string | undefined> = new Set(['cel', 'jsonpath'])

/**
 * Field for a script or a query, with an editor that loads when it is shown. Tab leaves the editor of an expression, and
 * indents in any other.
 */
export function CodeField({ language, ...setup }: FieldSetup & { language: string | undefined }): ReactNode {
  const { field, path } = setup
  const form = useSchemaForm()
  const { onBlur, ...attributes } = useFieldAttributes(setup)
  const hint = useId()
  const isExpression = expressionLanguages.has(language)
  return (
    <Field {...attributes}>
      {(control) => (
        <div onBlur={onBlur}>
          <LazyCodeEditor
            id={control.id}
            label={attributes.label}
            size={isExpression ? 'very-small' : 'small'}
            language={language === 'json' ? 'json' : 'text'}
            invalid={control['aria-invalid'] === true}
            describedBy={[control['aria-describedby'], !isExpression && hint].filter(Boolean).join(' ')}
            value={asText(form.valueAt(path))}
            onChange={(text) => form.change(path, text === '' ? nothing(field) : text)}
          />
          {!isExpression && (
            <p id={hint} className="mt-1 text-small text-muted">
              Tab indents; press Escape, then Tab to leave the editor.
            </p>
          )}
        </div>
      )}
    </Field>
  )
}

/** Field for a script in one of several languages. Choosing another language starts an empty script. */
export function ScriptField({
  languages,
  ...setup
}: FieldSetup & { languages: readonly ScriptKey[] }): ReactNode {
  const { path, field } = setup
  const form = useSchemaForm()
  const { onBlur: _, ...attributes } = useFieldAttributes(setup)
  const value = form.valueAt(path)
  const chosen = languages.find((language) => isRecord(value) && language in value)
  return (
    <div className="flex flex-col gap-2">
      <Field {...attributes}>
        {(control) => (
          <Select
            {...control}
            value={chosen ?? ''}
            onChange={(language) => form.change(path, language === '' ? undefined : { [language]: '' })}
            options={[
              { value: '', label: 'None' },
              ...languages.map((language) => ({ value: language, label: scriptLanguages[language] })),
            ]}
          />
        )}
      </Field>
      {chosen !== undefined && (
        <CodeField
          field={{
            key: chosen,
            required: true,
            node: { title: `${labelOf(field.key, field.node)}: ${scriptLanguages[chosen]}` },
          }}
          path={[...path, chosen]}
          language={undefined}
        />
      )}
    </div>
  )
}
