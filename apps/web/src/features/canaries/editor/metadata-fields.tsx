import { TextField } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FoldedGroup } from '../form/schema-field.tsx'
import { MapEditor } from '../form/map-field.tsx'

/** What a health check is called, and what is put on all of its checks. */
export interface Metadata {
  name: string
  namespace: string
  labels: Readonly<Record<string, string>>
}

/**
 * Name, namespace and labels of a health check.
 * @param props.isNew name and namespace stay as they are afterwards
 * @param props.problems what is wrong, by field
 */
export function MetadataFields(props: {
  value: Metadata
  isNew: boolean
  problems: Readonly<Record<string, string>>
  onChange: (value: Metadata) => void
}): ReactNode {
  const { value, onChange, isNew, problems } = props
  const labels = Object.keys(value.labels).length
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        autoComplete="off"
        aria-required
        readOnly={!isNew}
        value={value.name}
        error={problems['name']}
        onChange={(event) => onChange({ ...value, name: event.target.value })}
      />
      <TextField
        label="Namespace"
        autoComplete="off"
        aria-required
        readOnly={!isNew}
        value={value.namespace}
        error={problems['namespace']}
        onChange={(event) => onChange({ ...value, namespace: event.target.value })}
      />
      <div className="sm:col-span-2">
        <FoldedGroup
          title={labels === 0 ? 'Labels' : `Labels (${labels})`}
          open={problems['labels'] !== undefined}
        >
          <MapEditor
            label="Labels"
            help="Put on every check of this health check."
            error={problems['labels']}
            value={value.labels}
            onChange={(key, text) => {
              const { [key]: _, ...others } = value.labels
              if (text === undefined) onChange({ ...value, labels: others })
              else onChange({ ...value, labels: { ...value.labels, [key]: text } })
            }}
          />
        </FoldedGroup>
      </div>
    </div>
  )
}
