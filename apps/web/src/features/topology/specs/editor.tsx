import type { TopologyPreview } from '@binnacle/contract/topology'
import { ObjectFields } from '@binnacle/ui/schema-form'
import type { ReactNode } from 'react'
import { DraftButton } from '../../../application/spec-editor/draft-button.tsx'
import { LabelsEditor } from '../../../application/spec-editor/labels-editor.tsx'
import {
  type FieldsProps,
  NameField,
  NamespaceField,
  prepareNamed,
} from '../../../application/spec-editor/name-fields.tsx'
import { validTextOf } from '../../../application/spec-editor/spec-document.ts'
import { SpecEditorFrame } from '../../../application/spec-editor/spec-editor-frame.tsx'
import type { SpecEditorProps } from '../../../application/spec-editor/spec-editor-props.ts'
import { usePreview } from '../../../application/spec-editor/use-preview.ts'
import { whyNotSavable } from '../../../application/spec-editor/use-spec-editor.ts'
import { useSpecForm } from '../../../application/spec-editor/use-spec-form.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { previewTopology, type TopologyFields, topologyKind } from './requests.ts'

/** Edits a topology as form and as code, previews its tree and saves it. @param props.preview the tree of the spec, if it is known */
export function TopologyEditor(
  props: SpecEditorProps<TopologyFields> & { preview?: TopologyPreview },
): ReactNode {
  const { spec, schema, startsAsCode = false } = props
  const { id } = spec
  const form = useSpecForm(topologyKind, {
    spec,
    startsAsCode,
    prepare: prepareNamed,
    onSaved: props.onSaved,
  })
  const { editor, save } = form
  const preview = usePreview({
    send: previewTopology,
    first: props.preview,
    onProblems: form.showProblems,
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
      {...form.frame}
      busyLabel={id === undefined ? 'Saving' : 'Updating'}
      // Source: SET-034.
      notSavable={whyNotSavable(
        editor,
        'problems' in prepareNamed(save.fields) ? 'Enter a name and a namespace' : undefined,
      )}
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
      beside={<DraftButton label="Preview" running={preview.running} onStart={show} />}
    />
  )
}

/** The fields that a topology has besides its spec. Name and namespace of a stored one are fixed. Source: SET-030. */
function Fields(props: FieldsProps<TopologyFields> & { isNew: boolean }): ReactNode {
  const { value, isNew, problems, onChange } = props
  return (
    <div className="flex flex-col gap-4">
      {isNew && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NameField value={value} problems={problems} onChange={onChange} />
          <NamespaceField value={value} problems={problems} onChange={onChange} />
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
