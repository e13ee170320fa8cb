import { TextField } from '@binnacle/ui'
import { type ReactNode, useMemo } from 'react'
import { DraftButton } from '../../../application/spec-editor/draft-button.tsx'
import { EntriesForm } from '../../../application/spec-editor/entries-form.tsx'
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
import { useSpecForm } from '../../../application/spec-editor/use-spec-form.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { previewScraper, type ScraperFields, scraperKind } from './requests.ts'
import { ScraperIcon } from './scraper-icon.tsx'
import { scraperTypesOf, summaryOf } from './scraper-types.ts'

/** Edits a scraper as form and as code, previews its run and saves it. */
export function ScraperEditor(props: SpecEditorProps<ScraperFields>): ReactNode {
  const { spec, schema, startsAsCode = false } = props
  const { id } = spec
  const types = useMemo(() => scraperTypesOf(schema), [schema])
  const form = useSpecForm(scraperKind, {
    spec,
    startsAsCode,
    prepare: (fields) => prepareNamed({ ...fields, description: fields.description.trim() }),
    onSaved: props.onSaved,
  })
  const { editor, save } = form
  const preview = usePreview({ send: previewScraper, onProblems: form.showProblems })
  const show = (replay: boolean) =>
    preview.start({
      scraperId: id,
      namespace: save.fields.namespace.trim(),
      text: validTextOf(editor.state),
      replay,
    })

  return (
    <SpecEditorFrame
      thing="scraper"
      isNew={id === undefined}
      schema={schema}
      {...form.frame}
      actions={props.actions}
      isGone={props.isGone}
      before={<Fields value={save.fields} problems={save.fieldProblems} onChange={save.setFields} />}
      form={
        <EntriesForm
          schema={schema}
          types={types}
          value={editor.state.value}
          commonLabel="Schedule and retention"
          summaryOf={summaryOf}
          icon={ScraperIcon}
        />
      }
      fields={<PreviewPanel preview={preview} isStored={id !== undefined} onStart={show} />}
      beside={<DraftButton label="Preview" running={preview.running} onStart={() => show(false)} />}
    />
  )
}

/** The fields that a scraper has besides its spec. */
function Fields(props: FieldsProps<ScraperFields>): ReactNode {
  const { value, problems, onChange } = props
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NameField {...props} />
      <NamespaceField {...props} />
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
