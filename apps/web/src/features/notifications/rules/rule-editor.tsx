import { Button, defineFilters } from '@binnacle/ui'
import { lazy, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useFilters } from '../../../application/address/use-filters.ts'
import { FormPart } from '../../../application/forms/form-part.tsx'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { FormAndCode } from '../../../application/spec-editor/form-and-code.tsx'
import { editorTabParameter, useEditorTabs } from '../../../application/spec-editor/use-editor-tabs.ts'
import { PreviewPanel, useRulePreview } from './preview-panel.tsx'
import { RuleProblems } from './rule-problems.ts'
import { RuleFields } from './rule-form.tsx'
import type { RuleValues } from './rule-values.ts'

const RuleCodeView = lazy(async () => {
  const { RuleCodeView: component } = await import('./rule-code-view.tsx')
  return { default: component }
})

const filters = defineFilters({ view: editorTabParameter() })

/** A rule as form and as code, and what it would do. */
export function RuleEditor(props: {
  entry: EntryForm<RuleValues, RuleValues>
  /** Of the stored rule. */
  id: string | undefined
}): ReactNode {
  const { entry, id } = props
  const preview = useRulePreview(entry, id)
  const { values, set, href } = useFilters(filters)
  const { form } = entry
  const isBroken = useWatch({ control: form.control, name: 'code_broken' })
  const tabs = useEditorTabs({
    hasForm: true,
    value: values.view,
    href: (view) => href({ view }),
    onChange: (view) => set({ view }),
  })
  function dropCode(): void {
    form.setValue('code', '', { shouldDirty: true })
    form.setValue('code_broken', false, { shouldDirty: true })
  }
  return (
    <RuleProblems value={preview.preview.data?.problems ?? []}>
      <FormAndCode
        label="View"
        tabs={tabs}
        broken={isBroken ? 'This is the last valid version.' : undefined}
        otherwise={
          <Button size="small" onClick={dropCode}>
            Use the form
          </Button>
        }
        form={<RuleFields entry={entry} />}
        code={<RuleCodeView entry={entry} />}
      />
      <FormPart title="What it would do">
        <PreviewPanel id={id} {...preview} />
      </FormPart>
    </RuleProblems>
  )
}
