import type { PolicyDetails, TargetName } from '@binnacle/contract/on-call'
import { Badge, EmptyState, Panel, PlainLink, Skeleton, type Href } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Siren } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useFilters } from '../../application/address/use-filters.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { lazily } from '../../application/pages/lazily.ts'
import { useSession } from '../../application/session/session.ts'
import { NEW, onCallFilters } from './filters.ts'
import { policiesQuery, targetKey } from './queries.ts'

const PolicyDialog = lazily(async () => (await import('./policy-dialog.tsx')).PolicyDialog)

/** Whom alerts tell, step by step. */
export function PoliciesTab(): ReactNode {
  const { values, set, href } = useFilters(onCallFilters)
  const policies = useQuery(policiesQuery)
  const mayWrite = useSession().may('write', 'notifications')
  const { data } = policies
  const edited = data?.policies.find(({ id }) => id === values.policy)
  const isOpen = values.policy !== undefined && mayWrite && data !== undefined
  return (
    <div className="flex flex-col gap-4">
      {policies.isPending && <Skeleton className="h-40 w-full" />}
      {policies.error !== null && data === undefined && (
        <LoadFailure error={policies.error} queries={[policies]} />
      )}
      {data?.policies.length === 0 && (
        <EmptyState title="No escalation policies" icon={<Siren strokeWidth={1.5} />}>
          A policy says whom an alert tells, and whom next while nobody acknowledges it.
        </EmptyState>
      )}
      {data?.policies.map((policy) => (
        <PolicyPanel
          key={policy.id}
          policy={policy}
          targets={data.targets}
          editHref={mayWrite ? href({ policy: policy.id }) : undefined}
        />
      ))}
      <Suspense>
        {isOpen && (values.policy === NEW || edited !== undefined) && (
          <PolicyDialog
            key={values.policy}
            policy={edited}
            targets={data.targets}
            onClose={() => set({ policy: undefined })}
          />
        )}
      </Suspense>
    </div>
  )
}

/** What happens, as sentences. */
function rulesOf({ repeat, acknowledgementMinutes, hold }: PolicyDetails): string[] {
  return [
    repeat.times === 0
      ? 'The steps are not repeated.'
      : `The steps are repeated ${repeat.times === 1 ? 'once' : `${repeat.times} times`}, ${repeat.afterMinutes} min after the last one.`,
    acknowledgementMinutes === null
      ? 'An acknowledgement does not end.'
      : `An acknowledgement ends after ${acknowledgementMinutes} min; then the steps begin again.`,
    ...(hold === null
      ? []
      : [
          `Outside of working hours (${hold.timeZone}) steps wait${hold.urgent.length === 0 ? '' : `, unless the severity is ${hold.urgent.join(', ')}`}.`,
        ]),
  ]
}

function PolicyPanel(props: {
  policy: PolicyDetails
  targets: readonly TargetName[]
  editHref: Href | undefined
}): ReactNode {
  const { policy, targets, editHref } = props
  const names = new Map(targets.map((target) => [targetKey(target), target.name]))
  return (
    <Panel
      title={policy.name}
      badge={policy.recordOnly && <Badge>Records only</Badge>}
      description={policy.description ?? undefined}
      actions={
        editHref !== undefined && (
          <PlainLink href={editHref} className="px-1 text-accent-text hover:underline">
            Edit<span className="sr-only"> {policy.name}</span>
          </PlainLink>
        )
      }
    >
      <ol aria-label={`Steps of ${policy.name}`} className="flex flex-col gap-1.5">
        {policy.steps.map((step, place) => (
          // eslint-disable-next-line react/no-array-index-key -- steps have no name of their own
          <li key={place} className="flex gap-3">
            <span className="w-20 shrink-0 text-right text-secondary numeric">
              {step.afterMinutes === 0 ? 'at once' : `+${step.afterMinutes} min`}
            </span>
            <span className="flex min-w-0 flex-wrap gap-1.5">
              {step.targets.map((target) => (
                <Badge
                  key={targetKey(target)}
                  tone="outline"
                  // Long names break, so that all of a name can be read.
                  className="h-auto! py-px whitespace-normal! wrap-anywhere"
                >
                  {names.has(targetKey(target)) ? (
                    <>
                      {target.kind} {names.get(targetKey(target))}
                    </>
                  ) : (
                    <span className="text-unhealthy">deleted {target.kind}</span>
                  )}
                </Badge>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-small text-secondary">{rulesOf(policy).join(' ')}</p>
    </Panel>
  )
}
