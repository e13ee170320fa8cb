import type { SpecProblem } from '@binnacle/contract/health'
import type { SchemaNode } from '@binnacle/contract/schema'
import { Button, Notice, useShortcuts } from '@binnacle/ui'
import type { CodePlace } from '@binnacle/ui/code'
import { type SchemaForm, SchemaFormProvider } from '@binnacle/ui/schema-form'
import { Play } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ConflictNotice } from './conflict-notice.tsx'
import { FormAndCode } from './form-and-code.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { problemLabel } from './problem-label.ts'
import { ProblemList } from './problem-list.tsx'
import { TrialPanel } from './trial-panel.tsx'
import type { EditorTabs } from './use-editor-tabs.ts'
import type { InvalidFieldFocus } from './use-invalid-field-focus.ts'
import type { Saving } from './use-save.ts'
import { readAt, type SpecEditor } from './use-spec-editor.ts'
import type { Trials } from './use-trial.ts'

const CodeView = lazy(async () => {
  const { CodeView: component } = await import('./code-view.tsx')
  return { default: component }
})

/** What a test run can execute before saving. */
export interface EditorTrial {
  trials: Trials
  /** Label of the button. */
  label: string
  /** Plural of what is run, as used in sentences: `checks`. */
  things: string
  /** Total number of them. */
  total: number
  onStart: () => void
}

/** Props of the frame. */
export interface SpecEditorFrameProps<Fields> {
  /** Singular as used in sentences: `health check`. */
  thing: string
  isNew: boolean
  schema: SchemaNode
  editor: SpecEditor
  save: Saving<Fields>
  /** Text of the save button while it saves. Default: its label */
  busyLabel?: string
  tabs: EditorTabs
  focus: InvalidFieldFocus
  /** The form, rendered within a SchemaFormProvider. */
  form: ReactNode
  /** Fields stored besides the spec that people fill in first, rendered above it. */
  before?: ReactNode
  /** Fields stored besides the spec, rendered below it. */
  fields?: ReactNode
  trial?: EditorTrial
  /** Note that the person must read before saving. */
  note?: ReactNode
  /** Further buttons. */
  actions?: ReactNode
  /** Buttons beside Save. */
  beside?: ReactNode
  /** Why it cannot be saved as it is; undefined to allow. Default: saving shows what is wrong */
  notSavable?: string | undefined
  /** Whether the row was deleted, so that leaving needs no question. */
  isGone?: (() => boolean) | undefined
  /** Shows the part of the form that contains a problem. */
  onProblem?: (problem: SpecProblem) => void
}

/** Frame around a spec editor: form and code, problems, test runs, conflicts, leaving and saving. */
export function SpecEditorFrame<Fields>(props: SpecEditorFrameProps<Fields>): ReactNode {
  const { thing, schema, editor, save, tabs, focus, trial, isGone = () => false } = props
  const [cursor, setCursor] = useState<CodePlace>()
  const form: SchemaForm = {
    valueAt: (path) => readAt(editor, path),
    change: editor.change,
    problemAt: editor.problemAt,
    touch: editor.touch,
    showCode: () => tabs.choose('code'),
  }

  function openProblem(problem: SpecProblem): void {
    if (tabs.value === 'code') {
      setCursor({ line: problem.line ?? 1, column: problem.column ?? 1 })
      return
    }
    props.onProblem?.(problem)
    focus.inForm()
  }
  // After a rejected save, focus the first invalid field: of the spec, or else below it.
  const showFirstProblem = useEffectEvent(() => {
    const [first] = editor.problems
    if (first !== undefined) openProblem(first)
    else if (Object.keys(save.fieldProblems).length > 0) focus.anywhere()
  })
  useEffect(() => {
    if (save.refusals === 0) return undefined
    const frame = requestAnimationFrame(() => showFirstProblem())
    return () => cancelAnimationFrame(frame)
  }, [save.refusals])
  const { box } = focus
  // Focus the first field of a new spec. For code, people look at the text first.
  const firstField = `${props.before === undefined ? '[role=tabpanel] ' : ''}input:not([type=search])`
  useEffect(() => {
    if (props.isNew) box.current?.querySelector<HTMLElement>(firstField)?.focus()
  }, [props.isNew, box, firstField])
  const saveLabel = props.isNew ? 'Save' : 'Update'
  const group = `${thing.charAt(0).toUpperCase()}${thing.slice(1)}`
  const perform = () => (props.notSavable === undefined ? save.save() : undefined)
  useShortcuts([{ keys: 'mod+s', label: saveLabel, group, perform }])

  return (
    <div ref={box} className="flex flex-col gap-4">
      <LeaveGuard dirty={() => !isGone() && save.dirty()} />
      {props.note}
      {save.conflict !== undefined && <ConflictNotice thing={thing} conflict={save.conflict} />}
      {save.failure !== undefined && <Notice kind="error">{save.failure}</Notice>}
      {props.before}
      <FormAndCode
        label="Spec"
        tabs={tabs}
        broken={
          editor.state.broken === undefined
            ? undefined
            : 'This is the last valid version. A change here replaces the code.'
        }
        form={<SchemaFormProvider value={form}>{props.form}</SchemaFormProvider>}
        code={<CodeView editor={editor} schema={schema} cursor={cursor} />}
      />
      {props.fields}
      {trial !== undefined && trial.trials.trials.length > 0 && (
        <TrialPanel
          trials={trial.trials.trials}
          running={trial.trials.running}
          things={trial.things}
          total={trial.total}
          onStop={trial.trials.stop}
          onClose={() => {
            trial.trials.stop()
            trial.trials.clear()
          }}
        />
      )}
      <div className="sticky bottom-0 z-1 -mx-3 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-3 py-3 sm:-mx-4 sm:px-4">
        {save.refused && editor.problems.length > 0 && (
          <ProblemList
            problems={editor.problems}
            labelOf={({ path }) => problemLabel(schema, editor.state.value, path)}
            onOpen={openProblem}
          />
        )}
        {props.actions}
        <span className="flex-1" />
        {trial !== undefined && (
          <Button
            icon={<Play aria-hidden="true" className="size-3" />}
            disabled={trial.total === 0}
            onClick={trial.onStart}
          >
            {trial.label}
          </Button>
        )}
        {props.beside}
        <Button
          variant="primary"
          loading={save.saving}
          disabledReason={props.notSavable}
          onClick={() => save.save()}
        >
          {save.saving ? (props.busyLabel ?? saveLabel) : saveLabel}
        </Button>
      </div>
    </div>
  )
}
