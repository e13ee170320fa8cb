import { REQUIRED } from '@binnacle/contract/core'
import type { LogBackendTest } from '@binnacle/contract/logs'
import { Duration, IconButton, Notice, Spinner } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { DraftButton } from '../../../application/spec-editor/draft-button.tsx'
import { EntriesForm } from '../../../application/spec-editor/entries-form.tsx'
import { entryTypesOf } from '../../../application/spec-editor/entry-types.ts'
import { LabelsEditor } from '../../../application/spec-editor/labels-editor.tsx'
import { type FieldsProps, NameField } from '../../../application/spec-editor/name-fields.tsx'
import { validTextOf } from '../../../application/spec-editor/spec-document.ts'
import { SpecEditorFrame } from '../../../application/spec-editor/spec-editor-frame.tsx'
import type { SpecEditorProps } from '../../../application/spec-editor/spec-editor-props.ts'
import type { FieldProblems } from '../../../application/spec-editor/use-save.ts'
import { whyNotSavable } from '../../../application/spec-editor/use-spec-editor.ts'
import { useShownResult } from '../../../application/spec-editor/use-shown-result.ts'
import { useSpecForm } from '../../../application/spec-editor/use-spec-form.ts'
import { shortTime } from '../log-table.tsx'
import { BackendIcon } from './backend-icon.tsx'
import { type BackendFields, backendKind, testBackend } from './requests.ts'
import { summaryOf } from './types.ts'

/** Edits a log backend as form and as code, tests it and saves it. */
export function BackendEditor(props: SpecEditorProps<BackendFields>): ReactNode {
  const { spec, schema, startsAsCode = false } = props
  const { id } = spec
  const types = useMemo(() => entryTypesOf(schema), [schema])
  const form = useSpecForm(backendKind, { spec, startsAsCode, prepare, onSaved: props.onSaved })
  const { editor, save } = form
  const test = useMutation({
    mutationFn: () => testBackend({ id, text: validTextOf(editor.state) }, AbortSignal.timeout(60_000)),
  })

  return (
    <SpecEditorFrame
      thing="log backend"
      isNew={id === undefined}
      schema={schema}
      {...form.frame}
      actions={props.actions}
      isGone={props.isGone}
      // Source: SET-036.
      notSavable={whyNotSavable(editor, save.fields.name.trim() === '' ? 'Enter a name' : undefined)}
      before={<Fields value={save.fields} problems={save.fieldProblems} onChange={save.setFields} />}
      form={
        <EntriesForm
          schema={schema}
          types={types}
          value={editor.state.value}
          commonLabel="Readers, and rules for lines"
          summaryOf={summaryOf}
          icon={BackendIcon}
        />
      }
      fields={
        <TestResult
          running={test.isPending}
          result={test.data}
          failure={test.error === null ? undefined : messageOf(test.error)}
          onClear={test.reset}
        />
      }
      beside={<DraftButton label="Test" running={test.isPending} onStart={() => test.mutate()} />}
    />
  )
}

/** Source: SET-035. */
function prepare({ name, labels }: BackendFields): { fields: BackendFields } | { problems: FieldProblems } {
  return name.trim() === '' ? { problems: { name: REQUIRED } } : { fields: { name: name.trim(), labels } }
}

/** The fields that a log backend has besides its spec. */
function Fields(props: FieldsProps<BackendFields>): ReactNode {
  const { value, problems, onChange } = props
  return (
    <div className="flex flex-col gap-4">
      <NameField {...props} />
      <LabelsEditor
        help="Labels of the log backend itself."
        error={problems['labels']}
        value={value.labels}
        onChange={(labels) => onChange({ ...value, labels })}
      />
    </div>
  )
}

/** What a test read. */
function TestResult(props: {
  running: boolean
  result: LogBackendTest | undefined
  failure: string | undefined
  onClear: () => void
}): ReactNode {
  const { running, result, failure, onClear } = props
  const panel = useShownResult(running)
  if (!running && result === undefined && failure === undefined) return null
  return (
    <section
      ref={panel}
      aria-label="Test result"
      className="flex scroll-mb-20 flex-col gap-3 rounded-panel border border-line bg-surface p-3"
    >
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">Test result</h2>
        <span role="status" className="flex items-center gap-2 text-small text-secondary">
          {running && (
            <>
              <Spinner /> Reading the newest lines
            </>
          )}
        </span>
        <IconButton label="Close test result" icon={<X className="size-4" />} onClick={onClear} />
      </div>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      {result?.entries.map(({ place, error, notes, lines, milliseconds }) => (
        <div key={place} className="flex flex-col gap-2">
          <h3 className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-mono">{place}</span>
            <span className="text-small text-secondary">
              {error === null ? `${lines.length} ${lines.length === 1 ? 'line' : 'lines'} read` : 'Failed'}
              {' in '}
              <Duration milliseconds={milliseconds} />
            </span>
          </h3>
          {error !== null && <Notice kind="error">{error}</Notice>}
          {notes.map((note) => (
            <Notice key={note} kind="warning">
              {note}
            </Notice>
          ))}
          {error === null && lines.length === 0 && (
            <p className="text-secondary">It answers, but has no lines of the last 30 days.</p>
          )}
          {lines.length > 0 && (
            <ol className="max-h-72 overflow-auto rounded-small border border-line bg-sunken p-2 font-mono text-small">
              {lines.map((line) => (
                <li key={`${line.timestamp}${line.id}`} className="whitespace-pre-wrap wrap-anywhere">
                  <span className="text-muted">{shortTime(line.timestamp)}</span> {line.message}
                </li>
              ))}
            </ol>
          )}
        </div>
      ))}
    </section>
  )
}
