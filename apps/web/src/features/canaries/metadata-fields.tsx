import { TextField } from '@binnacle/ui'
import { FoldedGroup } from '@binnacle/ui/schema-form'
import type { ReactNode } from 'react'
import { LabelsEditor } from '../../application/spec-editor/labels-editor.tsx'
import { DEFAULT_NAMESPACE, type FieldsProps } from '../../application/spec-editor/name-fields.tsx'
import type { CanaryFields } from './requests.ts'

/**
 * The fields that a health check has besides its spec, folded away while nobody needs them.
 * @param props.isNew name and namespace of a stored one are fixed, so they have no fields
 * @param props.defaultName the name while none is entered
 */
export function MetadataFields(
  props: FieldsProps<CanaryFields> & { isNew: boolean; defaultName: string },
): ReactNode {
  const { value, onChange, isNew, problems } = props
  const labels = Object.keys(value.labels).length
  const isUsed = isNew && (value.name !== '' || value.namespace !== DEFAULT_NAMESPACE || labels > 0)
  return (
    <FoldedGroup
      title={isNew ? 'Group, namespace and labels' : labels === 0 ? 'Labels' : `Labels (${labels})`}
      contents={isNew ? 'Where the check is shown' : undefined}
      open={isUsed || Object.keys(problems).length > 0}
    >
      {isNew && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Group name"
            help="Checks that are saved together are shown as one group. Default: the name of the first check."
            autoComplete="off"
            placeholder={props.defaultName}
            value={value.name}
            error={problems['name']}
            onChange={(event) => onChange({ ...value, name: event.target.value })}
          />
          <TextField
            label="Namespace"
            autoComplete="off"
            required
            value={value.namespace}
            error={problems['namespace']}
            onChange={(event) => onChange({ ...value, namespace: event.target.value })}
          />
        </div>
      )}
      <LabelsEditor
        help="Added to every check of the group."
        error={problems['labels']}
        value={value.labels}
        onChange={(changed) => onChange({ ...value, labels: changed })}
      />
    </FoldedGroup>
  )
}
