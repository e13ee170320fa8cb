import { Button, Notice, Skeleton, Tabs } from '@binnacle/ui'
import { type ReactNode, Suspense } from 'react'
import type { EditorTabs } from './use-editor-tabs.ts'

/**
 * A form and the code of the same thing, one at a time.
 * @param props.broken says what the form shows while the code has an error; undefined if it has none
 * @param props.otherwise further buttons beside the one that shows the code
 * @param props.code loads when it is first shown
 */
export function FormAndCode(props: {
  label: string
  tabs: EditorTabs
  broken: string | undefined
  otherwise?: ReactNode
  form: ReactNode
  code: ReactNode
}): ReactNode {
  const { label, tabs, broken } = props
  return (
    <Tabs
      label={label}
      tabs={tabs.items}
      value={tabs.value}
      onChange={tabs.choose}
      panelClassName="flex flex-col gap-4 pt-4"
    >
      {tabs.value === 'form' ? (
        <>
          {broken !== undefined && (
            <Notice
              kind="warning"
              actions={
                <>
                  <Button size="small" onClick={() => tabs.choose('code')}>
                    Show the code
                  </Button>
                  {props.otherwise}
                </>
              }
            >
              {`The code has an error. ${broken}`}
            </Notice>
          )}
          {props.form}
        </>
      ) : (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>{props.code}</Suspense>
      )}
    </Tabs>
  )
}
