import { REQUIRED } from '@binnacle/contract/core'
import { type SpecProblem, TRIED_AT_ONCE } from '@binnacle/contract/health'
import { type ReactNode, useMemo, useState } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { RequestFailure } from '../../application/requests/failure.ts'
import { SpecEditorFrame } from '../../application/spec-editor/spec-editor-frame.tsx'
import type { SpecEditorProps } from '../../application/spec-editor/spec-editor-props.ts'
import { readAt } from '../../application/spec-editor/use-spec-editor.ts'
import { useSpecForm } from '../../application/spec-editor/use-spec-form.ts'
import { useTrial } from '../../application/spec-editor/use-trial.ts'
import { type CheckTypeInfo, checkTypesOf, commonFields } from './check-types.ts'
import { checksOf, type EditedCheck, specOfOne } from './checks.ts'
import { editorFilters } from './filters.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { type CanaryFields, canaryKind, tryChecks } from './requests.ts'
import { SpecFormView } from './spec-form-view.tsx'
import { exampleOf } from './starting-text.ts'
import { trialResult } from './trial-result.ts'

/**
 * Edits a health check as form and as code, tries its checks and saves it.
 * @param props.note what the person must know before saving, such as that secrets are not copied
 */
export function CanaryEditor(props: SpecEditorProps<CanaryFields> & { note?: ReactNode }): ReactNode {
  const { spec, schema } = props
  const { id } = spec
  const types = useMemo(() => checkTypesOf(schema), [schema])
  const { values, set } = useFilters(editorFilters)
  const form = useSpecForm(canaryKind, {
    spec,
    hasForm(value) {
      const written = checksOf(value, types)
      return written.length === 0 || written.some(({ type }) => type.hasForm)
    },
    onSaved: props.onSaved,
    prepare(fields, value) {
      const first = checksOf(value, types)[0]?.name
      const name = nameOf(fields, first)
      const namespace = fields.namespace.trim()
      if (name !== '' && namespace !== '') return { fields: { ...fields, name, namespace } }
      return {
        problems: {
          // A check without a name says so itself, in its own field.
          ...(name === '' && first === undefined ? { name: REQUIRED } : {}),
          ...(namespace === '' ? { namespace: REQUIRED } : {}),
        },
      }
    },
  })
  const { editor, save } = form
  const { tabs, focus } = form.frame
  const { value } = editor.state
  const checks = useMemo(() => checksOf(value, types), [value, types])
  const name = nameOf(save.fields, checks[0]?.name)
  const trials = useTrial(TRIED_AT_ONCE)
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
    try {
      const tried = { id, name, namespace, spec: specOfOne(value, types, check) }
      return trialResult((await tryChecks(tried, signal)).results)
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
      {...form.frame}
      note={props.note}
      actions={props.actions}
      isGone={props.isGone}
      onProblem={showPart}
      trial={{
        trials,
        label: checks.length === 1 ? 'Test' : 'Test all checks',
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
          defaultName={name}
          problems={save.fieldProblems}
          onChange={save.setFields}
        />
      }
    />
  )
}

/** The name of what is edited: that of its first check while none is entered. */
function nameOf({ name }: CanaryFields, first = ''): string {
  return (name.trim() === '' ? first : name).trim()
}
