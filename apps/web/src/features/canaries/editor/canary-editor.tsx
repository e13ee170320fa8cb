import type { SchemaNode, SpecProblem } from '@binnacle/contract'
import { Button, Notice, Skeleton, Tabs, useShortcuts } from '@binnacle/ui'
import type { CodePlace } from '@binnacle/ui/code'
import { Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { RequestFailure } from '../../../application/failure.ts'
import { useFilters } from '../../../application/use-filters.ts'
import { editorFilters } from '../filters.ts'
import { type CheckTypeInfo, checkTypesOf, commonFields } from '../form/check-types.ts'
import type { SpecForm } from '../form/spec-form.ts'
import { tryChecks } from '../queries.ts'
import { TrialPanel } from '../trial/trial-panel.tsx'
import { useTrial } from '../trial/use-trial.ts'
import { checksOf, type EditedCheck, specOfOne } from './checks.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { type Metadata, MetadataFields } from './metadata-fields.tsx'
import { problemLabel } from './problem-label.ts'
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
  const { value } = editor.state
  const checks = useMemo(() => checksOf(value, types), [value, types])
  const save = useSave({ canary, editor, defaultName: checks[0]?.name, onSaved: props.onSaved })
  const trial = useTrial()
  const box = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<CodePlace>()
  /** Selector of the part whose first invalid field is to be focused. */
  const [focusWanted, setFocusWanted] = useState<string>()
  const hasForm = checks.length === 0 || checks.some(({ type }) => type.hasForm)
  // Code that is open stays open while it is typed, whatever its checks are meanwhile: only a person changes tabs.
  const [inCode, setInCode] = useState(false)
  if (!hasForm && !inCode) setInCode(true)
  const tab = hasForm && !inCode ? values.tab : 'code'
  const selected = checks.find(({ id }) => id === values.check)
  const [wanted, setWanted] = useState(values.check === '' && checks.length === 1)
  const open = wanted ? (checks[0]?.id ?? '') : (selected?.id ?? '')
  const wrong = useMemo(
    () => new Set(checks.filter(({ path }) => editor.problemAt(path) !== undefined).map(({ id }) => id)),
    [checks, editor],
  )

  function setTab(next: 'form' | 'code'): void {
    setInCode(false)
    set({ tab: next })
  }
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
    setInCode(false)
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
  function openProblem({ path, line, column }: SpecProblem): void {
    if (tab === 'code') {
      setCursor({ line: line ?? 1, column: column ?? 1 })
      return
    }
    const [, type, index] = /^(\w+)\[(\d+)\]/.exec(path) ?? []
    setWanted(false)
    // The schedule of a single check is in the form of the check.
    const shared = path === 'schedule' && checks.length === 1 ? (checks[0]?.id ?? '') : ''
    set({ check: type === undefined ? shared : `${type}:${index}` })
    setFocusWanted('[role=tabpanel]')
  }
  // A refused save leads to the first field that is wrong: of the spec, else of its group.
  const [refusals, setRefusals] = useState(save.refusals)
  if (save.refusals !== refusals) {
    setRefusals(save.refusals)
    const [first] = editor.problems
    if (first !== undefined) openProblem(first)
    else if (Object.keys(save.metadataProblems).length > 0) setFocusWanted('')
  }
  useEffect(() => {
    if (focusWanted === undefined) return undefined
    // The form of another check is drawn first.
    const frame = requestAnimationFrame(() => {
      const field = box.current?.querySelector<HTMLElement>(`${focusWanted} [aria-invalid=true]`)
      field?.scrollIntoView({ block: 'center' })
      field?.focus({ preventScroll: true })
      setFocusWanted(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [focusWanted])
  // Typing belongs into the first field of a new check; with code, people look at it first.
  useEffect(() => {
    if (canary.id === undefined)
      box.current?.querySelector<HTMLElement>('[role=tabpanel] input:not([type=search])')?.focus()
  }, [canary.id])
  const attempt = (tried: readonly EditedCheck[]) =>
    void trial.start(
      tried.map((check) => ({
        id: check.id,
        name: check.name,
        type: check.type.title,
        icon: check.type.icon,
        run: async (signal) => {
          try {
            return await tryChecks(
              {
                id: canary.id,
                name: save.name,
                namespace: save.metadata.namespace,
                spec: specOfOne(value, types, check),
              },
              signal,
            )
          } catch (error) {
            if (error instanceof RequestFailure && error.problems.length > 0) {
              editor.reveal(check.path)
              for (const { key } of commonFields(schema)) editor.reveal([key])
              setFocusWanted('[role=tabpanel]')
            }
            throw error
          }
        },
      })),
    )
  const form: SpecForm = {
    valueAt: (path) => readAt(editor, path),
    change: editor.change,
    problemAt: editor.problemAt,
    touch: editor.touch,
    showCode: () => setTab('code'),
  }
  const saveLabel = canary.id === undefined ? 'Save' : 'Update'
  useShortcuts([{ keys: 'mod+s', label: saveLabel, group: 'Health check', perform: () => save.save() }])

  return (
    <div ref={box} className="flex flex-col gap-4">
      <LeaveGuard dirty={() => !isGone() && save.dirty()} />
      {props.note}
      {save.conflict !== undefined && <ConflictNotice conflict={save.conflict} />}
      {save.failure !== undefined && <Notice kind="error">{save.failure}</Notice>}
      <Tabs
        label="Spec"
        tabs={[
          ...(hasForm ? [{ id: 'form', label: 'Form', href: href({ tab: 'form' }) } as const] : []),
          { id: 'code', label: 'Code', href: href({ tab: 'code' }) } as const,
        ]}
        value={tab}
        onChange={setTab}
        panelClassName="pt-4"
      >
        {tab === 'form' ? (
          <>
            {editor.state.broken !== undefined && (
              <div className="mb-3">
                <Notice
                  kind="warning"
                  actions={
                    <Button size="small" onClick={() => setTab('code')}>
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
            <CodeView editor={editor} schema={schema} cursor={cursor} />
          </Suspense>
        )}
      </Tabs>
      <MetadataFields
        value={save.metadata}
        isNew={canary.id === undefined}
        defaultName={save.name}
        problems={save.metadataProblems}
        onChange={save.setMetadata}
      />
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
        {save.refused && editor.problems.length > 0 && (
          <ProblemList
            problems={editor.problems}
            labelOf={({ path }) => problemLabel(schema, value, path)}
            onOpen={openProblem}
          />
        )}
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
