import type { SchemaNode, SpecProblem } from '@binnacle/contract'
import { Button, Notice, Skeleton, Tabs, useShortcuts } from '@binnacle/ui'
import { Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useFilters } from '../../../application/use-filters.ts'
import { editorFilters } from '../filters.ts'
import { type CheckTypeInfo, checkTypesOf } from '../form/field-kind.ts'
import type { SpecForm } from '../form/spec-form.ts'
import { tryChecks } from '../queries.ts'
import { TrialPanel } from '../trial/trial-panel.tsx'
import { useTrial } from '../trial/use-trial.ts'
import { checksOf, type EditedCheck, specOfOne } from './checks.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { type Metadata, MetadataFields } from './metadata-fields.tsx'
import { ProblemList } from './problem-list.tsx'
import { SpecFormView } from './spec-form-view.tsx'
import { exampleOf } from './starting-text.ts'
import { type Conflict, useSave } from './use-save.ts'
import { readAt, useSpecEditor } from './use-spec-editor.ts'

const CodeView = lazy(async () => {
  const { CodeView: component } = await import('./code-view.tsx')
  return { default: component }
})

/** What is edited: a stored health check, or a new one. */
export interface EditedCanary {
  /** Undefined for a new one. */
  id: string | undefined
  revision: string | undefined
  metadata: Metadata
  annotations: Readonly<Record<string, string>>
  text: string
}

/**
 * Edits a health check as form and as code, tries its checks and saves it.
 * @param props.actions further buttons beside those of the editor
 * @param props.onSaved told the id once it is stored
 */
export function CanaryEditor(props: {
  canary: EditedCanary
  schema: SchemaNode
  actions?: ReactNode
  /** What keeps it from being saved as it is, such as secrets that a copy lacks. */
  note?: ReactNode
  /** Whether it is gone, so that leaving asks nothing. */
  isGone?: () => boolean
  onSaved: (id: string) => void
}): ReactNode {
  const { canary, schema, isGone = () => false } = props
  const types = useMemo(() => checkTypesOf(schema), [schema])
  const { values, set, href } = useFilters(editorFilters)
  const editor = useSpecEditor(canary.id, canary.text)
  const save = useSave({ canary, editor, onSaved: props.onSaved })
  const trial = useTrial()
  const { value } = editor.state
  const checks = useMemo(() => checksOf(value, types), [value, types])
  const hasForm = checks.length === 0 || checks.some(({ type }) => type.hasForm)
  const tab = hasForm ? values.tab : 'code'
  const selected = checks.find(({ id }) => id === values.check)
  const [wanted, setWanted] = useState(values.check === '' && checks.length === 1)
  const open = wanted ? (checks[0]?.id ?? '') : (selected?.id ?? '')
  const wrong = useMemo(
    () => new Set(checks.filter(({ path }) => editor.problemAt(path) !== undefined).map(({ id }) => id)),
    [checks, editor],
  )

  function select(id: string): void {
    setWanted(false)
    set({ check: id })
  }
  function add(type: CheckTypeInfo): void {
    const list = readAt(editor, [type.type])
    const count = Array.isArray(list) ? list.length : 0
    const check = type.hasForm ? { name: null } : exampleOf(type)
    editor.change(count === 0 ? [type.type] : [type.type, count], count === 0 ? [check] : check)
    setWanted(false)
    set({ check: `${type.type}:${count}`, tab: type.hasForm ? 'form' : 'code' })
  }
  function remove(check: EditedCheck): void {
    const siblings = checks.filter(({ type }) => type === check.type)
    editor.change(siblings.length === 1 ? [check.type.type] : check.path, undefined)
    select('')
  }
  function duplicate(check: EditedCheck): void {
    const siblings = checks.filter(({ type }) => type === check.type).length
    const copy = typeof check.value === 'object' ? { ...check.value, name: `${check.name} copy` } : {}
    editor.change([check.type.type, siblings], copy)
    select(`${check.type.type}:${siblings}`)
  }
  function openProblem({ path }: SpecProblem): void {
    const [, type, index] = /^(\w+)\[(\d+)\]/.exec(path) ?? []
    setWanted(false)
    set({ check: type === undefined ? '' : `${type}:${index}` })
    // Once its form is drawn, the first field with an error is where to go on.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[role=tabpanel] [aria-invalid=true]')?.focus(),
    )
  }
  const attempt = (tried: readonly EditedCheck[]) =>
    void trial.start(
      tried.map((check) => ({
        id: check.id,
        name: check.name,
        type: check.type.title,
        icon: check.type.icon,
        run: (signal) =>
          tryChecks(
            {
              id: canary.id,
              name: save.metadata.name,
              namespace: save.metadata.namespace,
              spec: specOfOne(value, types, check),
            },
            signal,
          ),
      })),
    )
  const form: SpecForm = {
    valueAt: (path) => readAt(editor, path),
    change: editor.change,
    problemAt: editor.problemAt,
    touch: editor.touch,
    showCode: () => set({ tab: 'code' }),
  }
  const saveLabel = canary.id === undefined ? 'Save' : 'Update'
  useShortcuts([{ keys: 'mod+s', label: saveLabel, group: 'Health check', perform: () => save.save() }])

  return (
    <div className="flex flex-col gap-4">
      <LeaveGuard dirty={() => !isGone() && save.dirty()} />
      {props.note}
      {save.conflict !== undefined && <ConflictNotice conflict={save.conflict} />}
      {save.failure !== undefined && <Notice kind="error">{save.failure}</Notice>}
      <MetadataFields
        value={save.metadata}
        isNew={canary.id === undefined}
        problems={save.metadataProblems}
        onChange={save.setMetadata}
      />
      {save.refused && editor.problems.length > 0 && (
        <ProblemList problems={editor.problems} onOpen={openProblem} />
      )}
      <Tabs
        label="Spec"
        tabs={[
          ...(hasForm ? [{ id: 'form', label: 'Form', href: href({ tab: 'form' }) } as const] : []),
          { id: 'code', label: 'Code', href: href({ tab: 'code' }) } as const,
        ]}
        value={tab}
        onChange={(next) => set({ tab: next })}
        panelClassName="pt-4"
      >
        {tab === 'form' ? (
          <>
            {editor.state.broken !== undefined && (
              <div className="mb-3">
                <Notice
                  kind="warning"
                  actions={
                    <Button size="small" onClick={() => set({ tab: 'code' })}>
                      Show the code
                    </Button>
                  }
                >
                  The code has an error. This is what was valid last; a change here takes the place of the
                  code.
                </Notice>
              </div>
            )}
            <SpecFormView
              form={form}
              schema={schema}
              types={types}
              checks={checks}
              wrong={wrong}
              selected={open}
              onSelect={select}
              onAdd={add}
              onRemove={remove}
              onDuplicate={duplicate}
              onTry={(check) => attempt([check])}
            />
          </>
        ) : (
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <CodeView editor={editor} schema={schema} />
          </Suspense>
        )}
      </Tabs>
      {trial.trials.length > 0 && (
        <TrialPanel
          trials={trial.trials}
          running={trial.running}
          total={checks.length}
          onStop={trial.stop}
          onClose={() => {
            trial.stop()
            trial.clear()
          }}
        />
      )}
      <div className="sticky bottom-0 z-1 -mx-3 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-3 py-3 sm:-mx-4 sm:px-4">
        {props.actions}
        <span className="flex-1" />
        <Button
          icon={<Play aria-hidden="true" className="size-3" />}
          disabled={checks.length === 0}
          onClick={() => attempt(checks)}
        >
          {checks.length === 1 ? 'Try' : 'Try all checks'}
        </Button>
        <Button variant="primary" loading={save.saving} onClick={() => save.save()}>
          {saveLabel}
        </Button>
      </div>
    </div>
  )
}

function ConflictNotice({ conflict }: { conflict: Conflict }): ReactNode {
  return (
    <Notice
      kind="warning"
      actions={
        <>
          <Button size="small" onClick={conflict.overwrite}>
            Save mine over it
          </Button>
          <Button size="small" onClick={conflict.takeTheirs}>
            Discard mine and load it
          </Button>
        </>
      }
    >
      This health check was changed since you opened it. Nothing of yours was saved or lost.
    </Notice>
  )
}
