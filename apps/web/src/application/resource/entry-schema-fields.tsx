import type { SchemaNode } from '@binnacle/contract/schema'
import type { CodeEditorProps } from '@binnacle/ui/code'
import { fieldKind, type FormField, formFields, helpOf, labelOf, textOf } from '@binnacle/ui/schema-form'
import type { ReactNode } from 'react'
import { type FieldPath, useWatch } from 'react-hook-form'
import { EntryCode } from './entry-code.tsx'
import { EntryDuration } from './entry-duration.tsx'
import { EntrySelect, EntrySwitch, EntryText } from './entry-fields.tsx'
import { EntryTexts } from './entry-texts.tsx'
import type { EntryValues } from './entry-values.ts'
import type { EntryForm } from './use-entry-form.ts'

interface Assist {
  /** Suggests in fields with code, other than JSON. */
  suggest?: NonNullable<CodeEditorProps['suggest']>
}

/**
 * Fields of an entry form as a JSON Schema describes them. Those that another field makes meaningless are left out.
 * @param props.names the fields to show, in this order
 */
export function EntrySchemaFields<Input extends EntryValues, Output>(
  props: Assist & {
    entry: EntryForm<Input, Output>
    schema: SchemaNode
    names: readonly FieldPath<Input>[]
  },
): ReactNode {
  const { entry, schema, names, ...assist } = props
  const values: unknown = useWatch({ control: entry.form.control })
  const { plain } = formFields(schema, values)
  return names.map((name) => {
    const field = plain.find(({ key }) => key === name)
    return field && <EntrySchemaField key={name} {...assist} entry={entry} name={name} field={field} />
  })
}

const offeredBy = ({ offered }: SchemaNode): string[] => (Array.isArray(offered) ? offered.map(String) : [])

function EntrySchemaField<Input extends EntryValues, Output>(
  props: Assist & { entry: EntryForm<Input, Output>; name: FieldPath<Input>; field: FormField },
): ReactNode {
  const { entry, name, suggest } = props
  const { node, key, required } = props.field
  const kind = fieldKind(node)
  const placeholder = textOf(node, 'placeholder')
  const shared = { entry, name, label: labelOf(key, node), help: helpOf(node) }
  const demanded = required ? ({ required: true } as const) : {}
  switch (kind.kind) {
    case 'boolean':
      return <EntrySwitch {...shared} />
    case 'duration':
      return <EntryDuration {...shared} choices={offeredBy(node)} />
    case 'choice': {
      const options = kind.options.map((option) => ({ value: String(option), label: String(option) }))
      return <EntrySelect {...shared} className="max-w-60" options={() => options} />
    }
    case 'values':
      return (
        <EntryTexts
          {...shared}
          {...demanded}
          offers={(typed) =>
            kind.options.map(String).filter((option) => option.toLowerCase().includes(typed.toLowerCase()))
          }
          placeholder={placeholder ?? ''}
        />
      )
    case 'code':
      return (
        <EntryCode
          {...shared}
          {...demanded}
          language={kind.language === 'json' ? 'json' : 'text'}
          size={textOf(node, 'size') === 'very-small' ? 'very-small' : 'medium'}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(suggest === undefined || kind.language === 'json' ? {} : { suggest })}
        />
      )
    default:
      return <EntryText {...shared} {...demanded} />
  }
}
