import type { SchemaNode } from '@binnacle/contract/schema'
import { Button, TextField } from '@binnacle/ui'
import { REQUIRED } from '@binnacle/ui/schema-form'
import { useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { validTextOf } from '../../../application/spec-editor/spec-document.ts'
import { SpecEditorFrame } from '../../../application/spec-editor/spec-editor-frame.tsx'
import { useEditorTabs } from '../../../application/spec-editor/use-editor-tabs.ts'
import { useInvalidFieldFocus } from '../../../application/spec-editor/use-invalid-field-focus.ts'
import { type EditedSpec, type FieldProblems, useSave } from '../../../application/spec-editor/use-save.ts'
import { useSpecEditor } from '../../../application/spec-editor/use-spec-editor.ts'
import { EntriesForm } from './entries-form.tsx'
import { editorFilters } from './filters.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { type ScraperFields, scraperStorage } from './scraper-storage.ts'
import { entriesOf, scraperTypesOf } from './scraper-types.ts'
import { usePreview } from './use-preview.ts'

/**
 * Edits a scraper as form and as code, previews its run and saves it.
 * @param props.startsAsCode opens the code first, for a spec of any types
 * @param props.actions further buttons besides those of the editor
 * @param props.onSaved told the id once it is stored
 */
export function ScraperEditor(props: {
  scraper: EditedSpec<ScraperFields>
  schema: SchemaNode
  startsAsCode?: boolean
  actions?: ReactNode
  /** What is edited is gone, so that leaving asks nothing. */
  isGone?: () => boolean
  onSaved: (id: string) => void
}): ReactNode {
  const { scraper, schema, startsAsCode = false } = props
  const { id } = scraper
  const queries = useQueryClient()
  const types = useMemo(() => scraperTypesOf(schema), [schema])
  const storage = useMemo(() => scraperStorage(queries, scraper), [queries, scraper])
  const { values, set, href } = useFilters(editorFilters)
  const editor = useSpecEditor(scraper.text, storage.validation)
  const entries = useMemo(() => entriesOf(editor.state.value, types), [editor.state.value, types])
  const save = useSave({ spec: scraper, storage, editor, onSaved: props.onSaved, prepare })
  const focus = useInvalidFieldFocus()
  const tabs = useEditorTabs({
    hasForm: !startsAsCode,
    value: values.tab,
    href: (tab) => href({ tab }),
    onChange: (tab) => set({ tab }),
  })
  const preview = usePreview({
    scraperId: id,
    onProblems() {
      editor.reveal([])
      focus.inForm()
    },
  })
  const show = (replay: boolean) =>
    preview.start({ namespace: save.fields.namespace.trim(), text: validTextOf(editor.state), replay })

  return (
    <SpecEditorFrame
      thing="scraper"
      isNew={id === undefined}
      schema={schema}
      editor={editor}
      save={save}
      tabs={tabs}
      focus={focus}
      actions={props.actions}
      isGone={props.isGone}
      before={<Fields value={save.fields} problems={save.fieldProblems} onChange={save.setFields} />}
      form={<EntriesForm schema={schema} types={types} entries={entries} />}
      fields={<PreviewPanel preview={preview} isStored={id !== undefined} onStart={show} />}
      beside={
        <Button
          icon={<Eye aria-hidden="true" className="size-3.5" />}
          loading={preview.running}
          onClick={() => show(false)}
        >
          Preview
        </Button>
      }
    />
  )
}

function prepare(fields: ScraperFields): { fields: ScraperFields } | { problems: FieldProblems } {
  const name = fields.name.trim()
  const namespace = fields.namespace.trim()
  const problems = {
    ...(name === '' ? { name: REQUIRED } : {}),
    ...(namespace === '' ? { namespace: REQUIRED } : {}),
  }
  const isComplete = name !== '' && namespace !== ''
  return isComplete ? { fields: { name, namespace, description: fields.description.trim() } } : { problems }
}

/** The fields that a scraper has besides its spec. */
function Fields(props: {
  value: ScraperFields
  problems: FieldProblems
  onChange: (value: ScraperFields) => void
}): ReactNode {
  const { value, problems, onChange } = props
  return (
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
      <div className="sm:col-span-2">
        <TextField
          label="Description"
          autoComplete="off"
          value={value.description}
          error={problems['description']}
          onChange={(event) => onChange({ ...value, description: event.target.value })}
        />
      </div>
    </div>
  )
}
