import { Button, TextAreaField } from '@binnacle/ui'
import { MapEditor } from '@binnacle/ui/schema-form'
import { Braces, List } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Labels, readLabels } from './labels.ts'

/** Edits labels as fields or as JSON. JSON that is not valid is marked and changes nothing. */
export function LabelsEditor(props: {
  help: string
  value: Labels
  error: string | undefined
  onChange: (labels: Labels) => void
}): ReactNode {
  const { value, onChange } = props
  /** The JSON as it is typed; undefined while the labels are edited as fields. */
  const [text, setText] = useState<string>()
  const read = text === undefined ? undefined : readLabels(text)
  const reason = read?.ok === false ? `${read.failure} The labels stay as they were.` : props.error
  return (
    <div className="flex flex-col gap-2">
      {text === undefined ? (
        <MapEditor
          label="Labels"
          help={props.help}
          error={props.error}
          value={value}
          onChange={(key, label) => {
            const { [key]: _, ...others } = value
            onChange(label === undefined ? others : { ...value, [key]: label })
          }}
        />
      ) : (
        <TextAreaField
          label="Labels as JSON"
          help={props.help}
          error={reason}
          code
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            const typed = readLabels(event.target.value)
            if (typed.ok) onChange(typed.value)
          }}
        />
      )}
      <Button
        size="small"
        variant="ghost"
        className="self-start"
        icon={
          text === undefined ? (
            <Braces aria-hidden="true" className="size-3.5" />
          ) : (
            <List aria-hidden="true" className="size-3.5" />
          )
        }
        onClick={() => setText(text === undefined ? JSON.stringify(value, null, 2) : undefined)}
      >
        {text === undefined ? 'Edit as JSON' : 'Edit as fields'}
      </Button>
    </div>
  )
}
