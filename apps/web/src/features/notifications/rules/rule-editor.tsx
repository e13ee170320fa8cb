import { Button, defineFilters, Notice, Skeleton, Tabs } from '@binnacle/ui'
import { lazy, type ReactNode, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { useFilters } from '../../../application/address/use-filters.ts'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { editorTabParameter, useEditorTabs } from '../../../application/spec-editor/use-editor-tabs.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { Part, RuleFields } from './rule-form.tsx'
import type { RuleValues } from './rule-values.ts'

const RuleCodeView = lazy(async () => {
  const { RuleCodeView: component } = await import('./rule-code-view.tsx')
  return { default: component }
})

const filters = defineFilters({ view: editorTabParameter() })

/** A rule as form and as code, and what it would do. */
export function RuleEditor({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
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
    <>
      <Tabs
        label="View"
        tabs={tabs.items}
        value={tabs.value}
        onChange={tabs.choose}
        panelClassName="flex flex-col gap-4 pt-4"
      >
        {tabs.value === 'form' ? (
          <>
            {isBroken && (
              <Notice
                kind="warning"
                actions={
                  <>
                    <Button size="small" onClick={() => tabs.choose('code')}>
                      Show the code
                    </Button>
                    <Button size="small" onClick={dropCode}>
                      Use the form
                    </Button>
                  </>
                }
              >
                The code has an error. This is what was valid last.
              </Notice>
            )}
            <RuleFields entry={entry} />
          </>
        ) : (
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <RuleCodeView entry={entry} />
          </Suspense>
        )}
      </Tabs>
      <Part title="What it would do">
        <PreviewPanel entry={entry} />
      </Part>
    </>
  )
}
