import { type SpecProblem, TRIED_AT_ONCE } from '@binnacle/contract/health'
import type { SchemaNode } from '@binnacle/contract/schema'
import { REQUIRED } from '@binnacle/ui/schema-form'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { RequestFailure } from '../../application/requests/failure.ts'
import { SpecEditorFrame } from '../../application/spec-editor/spec-editor-frame.tsx'
import { useEditorTabs } from '../../application/spec-editor/use-editor-tabs.ts'
import { useInvalidFieldFocus } from '../../application/spec-editor/use-invalid-field-focus.ts'
import { type EditedSpec, useSave } from '../../application/spec-editor/use-save.ts'
import { readAt, useSpecEditor } from '../../application/spec-editor/use-spec-editor.ts'
import { useTrial } from '../../application/spec-editor/use-trial.ts'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { useFilters } from '../../application/address/use-filters.ts'
import { canaryStorage } from './canary-storage.ts'
import { type CheckTypeInfo, checkTypesOf, commonFields } from './check-types.ts'
import { checksOf, type EditedCheck, specOfOne } from './checks.ts'
import { editorFilters } from './filters.ts'
import { type Metadata, MetadataFields } from './metadata-fields.tsx'
import { tryChecks } from './queries.ts'
import { SpecFormView } from './spec-form-view.tsx'
import { exampleOf } from './starting-text.ts'
import { trialResult } from './trial-result.ts'

/** What is edited: a stored health check, or a new one. */
export interface EditedCanary extends EditedSpec<Metadata> {
  annotations: Readonly<Record<string, string>>
}

/**
 * Edits a health check as form and as code, tries its checks and saves it.
 * @param props.actions further buttons besides those of the editor
 * @param props.note what the person must know before saving, such as that secrets are not copied
 * @param props.onSaved told the id once it is stored
 */
export function CanaryEditor(props: {
  canary: EditedCanary
  schema: SchemaNode
  actions?: ReactNode
  note?: ReactNode
  /** What is edited is gone, so that leaving asks nothing. */
  isGone?: () => boolean
  onSaved: (id: string) => void
}): ReactNode {
  const { canary, schema } = props
  const { id, annotations } = canary
  const queries = useQueryClient()
  const types = useMemo(() => checkTypesOf(schema), [schema])
  const storage = useMemo(() => canaryStorage(queries, id, annotations), [queries, id, annotations])
  const { values, set, href } = useFilters(editorFilters)
  const editor = useSpecEditor(canary.text, storage.validation)
  const { value } = editor.state
  const checks = useMemo(() => checksOf(value, types), [value, types])
  const defaultName = checks[0]?.name
  const nameOf = ({ name }: Metadata) => (name.trim() === '' ? (defaultName ?? '') : name).trim()
  const save = useSave({
    spec: canary,
    storage,
    editor,
    onSaved: props.onSaved,
    prepare(metadata) {
      const name = nameOf(metadata)
      const namespace = metadata.namespace.trim()
      // A check without a name says so itself, in its own field.
      const problems = {
        ...(name === '' && defaultName === undefined ? { name: REQUIRED } : {}),
        ...(namespace === '' ? { namespace: REQUIRED } : {}),
      }
      const isComplete = name !== '' && namespace !== ''
      return isComplete ? { fields: { ...metadata, name, namespace } } : { problems }
    },
  })
  const trials = useTrial(TRIED_AT_ONCE)
  const focus = useInvalidFieldFocus()
  const tabs = useEditorTabs({
    hasForm: checks.length === 0 || checks.some(({ type }) => type.hasForm),
    value: values.tab,
    href: (tab) => href({ tab }),
    onChange: (tab) => set({ tab }),
  })
  const selected = checks.find((check) => check.id === values.check)
  const [opensOnly, setOpensOnly] = useState(values.check === '' && checks.length === 1)
  const open = opensOnly ? (checks[0]?.id ?? '') : (selected?.id ?? '')
  const wrong = useMemo(
    () => new Set(checks.filter(({ path }) => editor.problemAt(path) !== undefined).map((check) => check.id)),
    [checks, editor],
  )

  function select(check: string): void {
    setOpensOnly(false)
    set({ check })
  }
  function add(type: CheckTypeInfo): void {
    const list = readAt(editor, [type.type])
    const count = Array.isArray(list) ? list.length : 0
    const check = type.hasForm ? { name: null } : exampleOf(type)
    editor.change(count === 0 ? [type.type] : [type.type, count], count === 0 ? [check] : check)
    setOpensOnly(false)
    tabs.leaveCode()
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
  function showPart({ path }: SpecProblem): void {
    const [, type, index] = /^(\w+)\[(\d+)\]/.exec(path) ?? []
    // The schedule of a single check is in the form of the check.
    const shared = path === 'schedule' && checks.length === 1 ? (checks[0]?.id ?? '') : ''
    select(type === undefined ? shared : `${type}:${index}`)
  }
  async function tryOne(check: EditedCheck, signal: AbortSignal) {
    const { namespace } = save.fields
    const spec = specOfOne(value, types, check)
    try {
      return trialResult(
        (await tryChecks({ id, name: nameOf(save.fields), namespace, spec }, signal)).results,
      )
    } catch (error) {
      if (error instanceof RequestFailure && error.problems.length > 0) {
        editor.reveal(check.path)
        for (const { key } of commonFields(schema)) editor.reveal([key])
        focus.inForm()
      }
      throw error
    }
  }
  const startTrials = (tried: readonly EditedCheck[]) =>
    void trials.start(
      tried.map((check) => ({
        id: check.id,
        label: check.name === '' ? check.type.title : check.name,
        icon: <TypeIcon name={check.type.icon} />,
        run: (signal) => tryOne(check, signal),
      })),
    )

  return (
    <SpecEditorFrame
      thing="health check"
      isNew={id === undefined}
      schema={schema}
      editor={editor}
      save={save}
      tabs={tabs}
      focus={focus}
      note={props.note}
      actions={props.actions}
      isGone={props.isGone}
      onProblem={showPart}
      trial={{
        trials,
        label: checks.length === 1 ? 'Try' : 'Try all checks',
        things: 'checks',
        total: checks.length,
        onStart: () => startTrials(checks),
      }}
      form={
        <SpecFormView
          schema={schema}
          types={types}
          checks={checks}
          wrong={wrong}
          selected={open}
          onSelect={select}
          onAdd={add}
          onRemove={remove}
          onDuplicate={duplicate}
          onTry={(check) => startTrials([check])}
        />
      }
      fields={
        <MetadataFields
          value={save.fields}
          isNew={id === undefined}
          defaultName={nameOf(save.fields)}
          problems={save.fieldProblems}
          onChange={save.setFields}
        />
      }
    />
  )
}
