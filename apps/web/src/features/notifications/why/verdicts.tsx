import type { RuleVerdict } from '@binnacle/contract/notifications'
import { buttonClass, EmptyState, PlainLink, TextLink } from '@binnacle/ui'
import { BellOff, BellRing, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../../application/session/session.ts'
import { Decisions } from '../history/decisions.tsx'
import { useLocalTimes } from '../history/local-times.ts'
import { RULES_PATH, ruleHref } from '../paths.ts'
import { answerOf, groupVerdicts, holdReason, stopReason } from './verdict.ts'
import { formatList } from './words.ts'

/** What each rule would do about a resource that fails now. */
export function Verdicts({ verdicts }: { verdicts: readonly RuleVerdict[] }): ReactNode {
  const session = useSession()
  const localTimes = useLocalTimes()
  if (verdicts.length === 0)
    return (
      <EmptyState
        compact
        title="No. There are no rules"
        icon={<BellOff strokeWidth={1.5} />}
        actions={
          session.may('write', 'notifications') && (
            <PlainLink href={`${RULES_PATH}?add=true`} className={buttonClass({})}>
              Create notification
            </PlainLink>
          )
        }
      >
        A rule says who is told about which events.
      </EmptyState>
    )
  const grouped = groupVerdicts(verdicts)
  const { telling, stopped, others } = grouped
  return (
    <>
      <p role="status" className="wrap-anywhere">
        {localTimes(answerOf(grouped))}
      </p>
      {telling.length + stopped.length > 0 && (
        <VerdictList label="Rules" verdicts={[...telling, ...stopped]} />
      )}
      {others.length > 0 && (
        // What keeps every rule out is the answer, so it is open then.
        <details className="group/others" open={telling.length + stopped.length === 0}>
          <summary className="mb-2 flex cursor-pointer list-none items-center gap-1.5 text-secondary">
            <ChevronRight aria-hidden="true" className="size-3.5 group-open/others:rotate-90" />
            {others.length === 1
              ? 'One rule covers other resources'
              : `${others.length.toLocaleString('en')} rules cover other resources`}
          </summary>
          <VerdictList label="Rules for other resources" verdicts={others} />
        </details>
      )}
    </>
  )
}

function VerdictList(props: { label: string; verdicts: readonly RuleVerdict[] }): ReactNode {
  return (
    <ul
      aria-label={props.label}
      className="flex flex-col divide-y divide-line overflow-hidden rounded-panel border border-line"
    >
      {props.verdicts.map((verdict) => (
        <Verdict key={verdict.rule.id} verdict={verdict} />
      ))}
    </ul>
  )
}

function Verdict({ verdict }: { verdict: RuleVerdict }): ReactNode {
  const { rule, tells, recipients, decisions } = verdict
  const Icon = tells ? BellRing : BellOff
  const wait = tells ? holdReason(verdict) : undefined
  const localTimes = useLocalTimes()
  return (
    <li>
      <details className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[1rem_1fr_1rem] gap-x-2.5 px-3 py-2 hover:bg-hover">
          <Icon aria-hidden="true" className={`mt-0.5 size-4 ${tells ? 'text-healthy' : 'text-muted'}`} />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{rule.name}</span>{' '}
            <span className="text-secondary">
              {tells ? `tells ${formatList(recipients)}` : `tells nobody: ${localTimes(stopReason(verdict))}`}
            </span>
            {wait !== undefined && <span className="block text-small text-muted">{localTimes(wait)}</span>}
          </span>
          <ChevronRight
            aria-hidden="true"
            className="mt-0.5 size-4 justify-self-end text-muted group-open:rotate-90"
          />
        </summary>
        <div className="flex flex-col gap-3 px-3 pt-1 pb-3 sm:pl-9.5">
          <Decisions decisions={decisions} timed={false} />
          <p>
            <TextLink href={ruleHref(rule.id)}>Open the rule</TextLink>
          </p>
        </div>
      </details>
    </li>
  )
}
