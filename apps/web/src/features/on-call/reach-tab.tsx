import type { ContactMethod, OwnReach } from '@binnacle/contract/on-call'
import { Badge, Button, ConfirmDialog, IconButton, Panel, Skeleton, useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { lazily } from '../../application/pages/lazily.ts'
import { useChange } from '../../application/resource/use-change.ts'
import { onCallFilters } from './filters.ts'
import { ON_CALL, REACH, reachQuery, removeMethod, sendCode, testMethod } from './queries.ts'
import { QuietHoursPanel } from './quiet-hours-panel.tsx'
import { ReachPlanFields } from './reach-plans.tsx'
import { failedTests } from './words.ts'

const MethodDialog = lazily(async () => (await import('./method-dialog.tsx')).MethodDialog)
const VerifyDialog = lazily(async () => (await import('./verify-dialog.tsx')).VerifyDialog)

const kindLabels: Readonly<Record<ContactMethod['kind'], string>> = {
  email: 'Email',
  sms: 'Text message',
  voice: 'Call',
  connection: 'Service',
  web_push: 'This browser',
}

/** How alerts reach the person. */
export function ReachTab(): ReactNode {
  const { values, set } = useFilters(onCallFilters)
  const reach = useQuery(reachQuery)
  const [verifying, setVerifying] = useState<ContactMethod>()
  const { data } = reach
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {reach.isPending && <Skeleton className="h-64 w-full" />}
      {reach.error !== null && data === undefined && <LoadFailure error={reach.error} queries={[reach]} />}
      {data !== undefined && (
        <>
          <Methods reach={data} onVerify={setVerifying} />
          <ReachPlanFields reach={data} />
          <QuietHoursPanel reach={data} />
        </>
      )}
      <Suspense>
        {values.addWay && data !== undefined && (
          <MethodDialog
            reach={data}
            onClose={() => set({ addWay: false })}
            onAdded={(method) => {
              set({ addWay: false })
              if (!method.verified) setVerifying(method)
            }}
          />
        )}
        {verifying !== undefined && (
          <VerifyDialog method={verifying} onClose={() => setVerifying(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

function Methods(props: { reach: OwnReach; onVerify: (method: ContactMethod) => void }): ReactNode {
  const { reach, onVerify } = props
  const [leaving, setLeaving] = useState<ContactMethod>()
  const queries = useQueryClient()
  return (
    <Panel
      title="Ways to reach me"
      description={
        reach.email === null
          ? 'Alerts are sent only to ways that are verified.'
          : `Alerts are sent only to ways that are verified. Without one they go to ${reach.email}.`
      }
    >
      {reach.methods.length === 0 && <p className="text-secondary">You have added no way yet.</p>}
      {reach.methods.length > 0 && (
        <ul aria-label="Ways to reach me" className="divide-y divide-line">
          {reach.methods.map((method) => (
            <Method key={method.id} method={method} onVerify={onVerify} onRemove={() => setLeaving(method)} />
          ))}
        </ul>
      )}
      {leaving !== undefined && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await removeMethod(leaving.id)
            await queries.invalidateQueries({ queryKey: [REACH] })
            void queries.invalidateQueries({ queryKey: [ON_CALL, 'readiness'] })
          }}
          title={`Remove ${leaving.label}?`}
          confirmLabel="Remove way"
        >
          It is also removed from your steps.
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function Method(props: {
  method: ContactMethod
  onVerify: (method: ContactMethod) => void
  onRemove: () => void
}): ReactNode {
  const { method } = props
  const toast = useToast()
  const test = useChange({
    run: () => testMethod(method.id),
    keys: [],
    onDone({ results }) {
      const failed = failedTests(results)
      if (failed === undefined) toast.success(`Test message sent to ${method.label}`)
      else toast.error(failed)
    },
  })
  const code = useChange({
    run: () => sendCode(method.id),
    success: `Code sent to ${method.label}`,
    keys: [],
    onDone: () => props.onVerify(method),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="flex min-w-0 flex-1 basis-48 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{method.label}</span>
          <Badge>{kindLabels[method.kind]}</Badge>
          {!method.verified && <Badge tone="outline">Not verified</Badge>}
        </span>
        <span className="text-secondary wrap-anywhere">
          {[method.address, method.connection?.name]
            .filter((text) => text !== undefined && text !== '')
            .join(' · ')}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {method.verified ? (
          <Button size="small" loading={test.isPending} onClick={() => test.mutate()}>
            Send test message
          </Button>
        ) : (
          <>
            <Button size="small" onClick={() => props.onVerify(method)}>
              Enter code
            </Button>
            <Button size="small" loading={code.isPending} onClick={() => code.mutate()}>
              Send code
            </Button>
          </>
        )}
        <IconButton
          label={`Remove ${method.label}`}
          size="small"
          icon={<Trash2 className="size-3.5" />}
          onClick={props.onRemove}
        />
      </span>
    </li>
  )
}
