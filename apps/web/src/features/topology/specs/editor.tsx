import type { TopologyPreview } from '@binnacle/contract/topology'
import type { SchemaNode } from '@binnacle/contract/schema'
import { Button, TextField } from '@binnacle/ui'
import { ObjectFields, REQUIRED } from '@binnacle/ui/schema-form'
import { useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { LabelsEditor } from '../../../application/spec-editor/labels-editor.tsx'
import { validTextOf } from '../../../application/spec-editor/spec-document.ts'
import { SpecEditorFrame } from '../../../application/spec-editor/spec-editor-frame.tsx'
import { useEditorTabs } from '../../../application/spec-editor/use-editor-tabs.ts'
import { useInvalidFieldFocus } from '../../../application/spec-editor/use-invalid-field-focus.ts'
import { type EditedSpec, type FieldProblems, useSave } from '../../../application/spec-editor/use-save.ts'
import { useSpecEditor, whyNotSavable } from '../../../application/spec-editor/use-spec-editor.ts'
import { editorFilters } from './filters.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { type TopologyFields, topologyStorage } from './storage.ts'
import { usePreview } from './use-preview.ts'

/**
 * Edits a topology as form and as code, previews its tree and saves it.
 * @param props.onSaved told the id once it is stored
 */
export function TopologyEditor(props: {
  topology: EditedSpec<TopologyFields>
  schema: SchemaNode
  startsAsCode?: boolean
  /** The tree of the spec, if it is known. */
  preview?: TopologyPreview
  actions?: ReactNode
  /** What is edited is gone, so that leaving asks nothing. */
  isGone?: () => boolean
  onSaved: (id: string) => void
}): ReactNode {
  const { topology, schema, startsAsCode = false } = props
  const { id } = topology
  const queries = useQueryClient()
  const storage = useMemo(() => topologyStorage(queries, id), [queries, id])
  const { values, set, href } = useFilters(editorFilters)
  const editor = useSpecEditor(topology.text, storage.validation)
  const save = useSave({ spec: topology, storage, editor, onSaved: props.onSaved, prepare })
  const focus = useInvalidFieldFocus()
  const tabs = useEditorTabs({
    hasForm: !startsAsCode,
    value: values.tab,
    href: (tab) => href({ tab }),
    onChange: (tab) => set({ tab }),
  })
  const preview = usePreview({
    first: props.preview,
    onProblems() {
      editor.reveal([])
      focus.inForm()
    },
  })
  const name = save.fields.name.trim()
  const show = () =>
    preview.start({
      id,
      name: name === '' ? undefined : name,
      namespace: save.fields.namespace.trim(),
      labels: save.fields.labels,
      text: validTextOf(editor.state),
    })

  return (
    <SpecEditorFrame
      thing="topology"
      isNew={id === undefined}
      schema={schema}
      editor={editor}
      save={save}
      busyLabel={id === undefined ? 'Saving' : 'Updating'}
      // Source: SET-034.
      notSavable={whyNotSavable(
        editor,
        'problems' in prepare(save.fields) ? 'Enter a name and a namespace' : undefined,
      )}
      tabs={tabs}
      focus={focus}
      actions={props.actions}
      isGone={props.isGone}
      before={
        <Fields
          value={save.fields}
          isNew={id === undefined}
          problems={save.fieldProblems}
          onChange={save.setFields}
        />
      }
      form={
        <section aria-label="Spec" className="rounded-panel border border-line bg-surface p-4">
          <ObjectFields node={schema} path={[]} />
        </section>
      }
      fields={<PreviewPanel preview={preview} />}
      beside={
        <Button
          icon={<Eye aria-hidden="true" className="size-3.5" />}
          loading={preview.running}
          onClick={show}
        >
          Preview
        </Button>
      }
    />
  )
}

function prepare(fields: TopologyFields): { fields: TopologyFields } | { problems: FieldProblems } {
  const name = fields.name.trim()
  const namespace = fields.namespace.trim()
  const problems = {
    ...(name === '' ? { name: REQUIRED } : {}),
    ...(namespace === '' ? { namespace: REQUIRED } : {}),
  }
  return name !== '' && namespace !== '' ? { fields: { ...fields, name, namespace } } : { problems }
}

/** The fields that a topology has besides its spec. Name and namespace of a stored one are fixed. Source: SET-030. */
function Fields(props: {
  value: TopologyFields
  isNew: boolean
  problems: FieldProblems
  onChange: (value: TopologyFields) => void
}): ReactNode {
  const { value, isNew, problems, onChange } = props
  return (
    <div className="flex flex-col gap-4">
      {isNew && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            required
            autoComplete="off"
            value={value.name}
            error={problems['name']}
            onChange={(event) => onChange({ ...value, name: event.target.value })}
          />
          <TextField
            label="Namespace"
            required
            autoComplete="off"
            value={value.namespace}
            error={problems['namespace']}
            onChange={(event) => onChange({ ...value, namespace: event.target.value })}
          />
        </div>
      )}
      <LabelsEditor
        help="Added to every component of the topology."
        value={value.labels}
        error={problems['labels']}
        onChange={(labels) => onChange({ ...value, labels })}
      />
    </div>
  )
}
