import { defineFilters } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFilters } from '../address/use-filters.ts'
import { type StorageKind, specStorage } from './spec-requests.ts'
import { editorTabParameter, useEditorTabs } from './use-editor-tabs.ts'
import { useInvalidFieldFocus } from './use-invalid-field-focus.ts'
import { type EditedSpec, type Prepare, useSave } from './use-save.ts'
import { useSpecEditor } from './use-spec-editor.ts'

const editorFilters = defineFilters({ tab: editorTabParameter() })

/**
 * Opens a spec in its editor: its draft, how it is saved, its views and its focus, as `SpecEditorFrame` takes them.
 * @param kind must not change between renders
 * @param props.startsAsCode opens the code first, for a spec of any types
 * @param props.hasForm whether there is a form for a spec as it is. Default: always
 * @param props.prepare the fields to save, or what is wrong with them
 * @param props.onSaved told the id once it is stored
 */
export function useSpecForm<Item extends { id: string }, Values extends object, Fields extends object>(
  kind: StorageKind<Item, Values, Fields>,
  props: {
    spec: EditedSpec<Fields>
    startsAsCode?: boolean
    hasForm?: (value: Readonly<Record<string, unknown>>) => boolean
    prepare: Prepare<Fields>
    onSaved: (id: string) => void
  },
) {
  const { spec, startsAsCode = false, hasForm = () => true, prepare, onSaved } = props
  const queries = useQueryClient()
  const { id, text } = spec
  const storage = useMemo(() => specStorage(queries, kind, { id, text }), [queries, kind, id, text])
  const { values, set, href } = useFilters(editorFilters)
  const editor = useSpecEditor(spec.text, storage.validation)
  const save = useSave({ spec, storage, editor, onSaved, prepare })
  const focus = useInvalidFieldFocus()
  const tabs = useEditorTabs({
    hasForm: !startsAsCode && hasForm(editor.state.value),
    value: values.tab,
    href: (tab) => href({ tab }),
    onChange: (tab) => set({ tab }),
  })
  /** Shows what is wrong with a draft that was tried and not saved. */
  const showProblems = () => {
    editor.reveal([])
    focus.inForm()
  }
  return { frame: { editor, save, tabs, focus }, editor, save, showProblems }
}
