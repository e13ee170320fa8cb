import type { CheckStatus } from '@binnacle/contract'
import { Dialog, Duration, FullTime, HealthBadge, KeyValueList } from '@binnacle/ui'
import { CodeViewer } from '@binnacle/ui/code'
import type { ReactNode } from 'react'

/** Everything that is known of one result. */
export function RunEvidence({ run, onClose }: { run: CheckStatus; onClose: () => void }): ReactNode {
  const hasDetails = run.details !== null && run.details !== undefined
  return (
    <Dialog open onClose={onClose} title="Result" size="large">
      <div className="flex flex-col gap-4">
        <KeyValueList
          items={[
            { label: 'Time', value: <FullTime date={new Date(run.time)} /> },
            { label: 'Health', value: <HealthBadge state={run.state} /> },
            { label: 'Duration', value: <Duration milliseconds={run.duration} /> },
            ...(run.message === null ? [] : [{ label: 'Message', value: run.message }]),
            ...(run.error === null
              ? []
              : [{ label: 'Error', value: <span className="whitespace-pre-wrap">{run.error}</span> }]),
          ]}
        />
        {hasDetails && (
          <CodeViewer
            code={JSON.stringify(run.details, null, 2)}
            language="json"
            label="Evidence"
            maxHeight="24rem"
          />
        )}
      </div>
    </Dialog>
  )
}
