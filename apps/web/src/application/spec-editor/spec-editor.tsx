import { defineFilters } from '@binnacle/ui'
import { ObjectFields } from '@binnacle/ui/schema-form'
import type { ReactNode } from 'react'
import { useFilters } from '../address/use-filters.ts'
import { type EditorTrial, SpecEditorFrame, type SpecEditorFrameProps } from './spec-editor-frame.tsx'
import { editorTabParameter, useEditorTabs } from './use-editor-tabs.ts'
import { useInvalidFieldFocus } from './use-invalid-field-focus.ts'
import { type EditedSpec, type FieldProblems, type Saving, type SpecStorage, useSave } from './use-save.ts'
import { type SpecEditor as Editor, useSpecEditor } from './use-spec-editor.ts'

const filters = defineFilters({ tab: editorTabParameter() })

/** What an editor passes to its parts. */
export interface EditorParts<Fields> {
  editor: Editor
  save: Saving<Fields>
}

/**
 * Edits a spec of any JSON Schema as form and code, and saves it.
 * @param props.renderFields renders the fields stored besides the spec
 * @param props.trial returns what a test run can execute before saving
 */
export function SpecEditor<Fields extends object>(
  props: Pick<SpecEditorFrameProps<Fields>, 'thing' | 'schema' | 'note' | 'actions' | 'isGone'> & {
    spec: EditedSpec<Fields>
    storage: SpecStorage<Fields>
    prepare: (fields: Fields) => { fields: Fields } | { problems: FieldProblems }
    renderFields?: (parts: EditorParts<Fields>) => ReactNode
    trial?: (parts: EditorParts<Fields>) => EditorTrial
    onSaved: (id: string) => void
  },
): ReactNode {
  const { spec, storage, prepare, onSaved, renderFields, trial, ...frame } = props
  const { values, set, href } = useFilters(filters)
  const editor = useSpecEditor(spec.text, storage.validation)
  const save = useSave({ spec, storage, editor, prepare, onSaved })
  const focus = useInvalidFieldFocus()
  const tabs = useEditorTabs({
    hasForm: true,
    value: values.tab,
    href: (tab) => href({ tab }),
    onChange: (tab) => set({ tab }),
  })
  const parts = { editor, save }
  return (
    <SpecEditorFrame
      {...frame}
      isNew={spec.id === undefined}
      editor={editor}
      save={save}
      tabs={tabs}
      focus={focus}
      form={
        <div className="rounded-panel border border-line bg-surface p-4">
          <ObjectFields node={props.schema} path={[]} />
        </div>
      }
      fields={renderFields?.(parts)}
      {...(trial === undefined ? {} : { trial: trial(parts) })}
    />
  )
}
