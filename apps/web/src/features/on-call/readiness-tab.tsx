import type { ReadinessKind, ReadinessProblem } from '@binnacle/contract/on-call'
import { AllGoodState, Button, EmptyState, Panel, PlainLink, Skeleton, useToast } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAddress } from '../../application/pages/addresses.ts'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { useSession } from '../../application/session/session.ts'
import { readinessQuery, testPerson } from './queries.ts'
import { failedTests } from './words.ts'

const groups: readonly { title: string; kinds: readonly ReadinessKind[] }[] = [
  { title: 'Nobody on call', kinds: ['gap', 'gone-person'] },
  { title: 'Escalation policies', kinds: ['nobody-reached'] },
  { title: 'People and their addresses', kinds: ['unverified-person', 'unverified-address', 'broken-way'] },
]

/** What may keep alerts of the next 14 days from reaching somebody. */
export function ReadinessTab(): ReactNode {
  const readiness = useQuery(readinessQuery)
  const { data, error } = readiness
  if (readiness.isPending) return <Skeleton className="h-64 w-full" />
  if (data === undefined) return error === null ? null : <LoadFailure error={error} queries={[readiness]} />
  const { rotas, policies, people } = data.counts
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <p className="text-secondary">
        The next 14 days of {count(rotas, 'rota')},{' '}
        {count(policies, 'escalation policy', 'escalation policies')} and {count(people, 'person', 'people')}.
      </p>
      {/* Without a rota and a policy nobody is on call, so nothing is ready. */}
      {data.problems.length === 0 && rotas + policies === 0 && (
        <EmptyState title="Nobody is on call" icon={<CalendarClock strokeWidth={1.5} />}>
          Add a rota and an escalation policy. This page then says what may keep alerts from reaching
          somebody.
        </EmptyState>
      )}
      {data.problems.length === 0 && rotas + policies > 0 && (
        <AllGoodState title="Ready">
          Somebody is on call at all times, every step reaches somebody, and every address is verified.
        </AllGoodState>
      )}
      {groups.map(({ title, kinds }) => {
        const problems = data.problems.filter(({ kind }) => kinds.includes(kind))
        return problems.length === 0 ? null : (
          <Panel key={title} title={title}>
            <ul aria-label={title} className="divide-y divide-line">
              {problems.map((problem) => (
                <Problem key={problem.text} problem={problem} />
              ))}
            </ul>
          </Panel>
        )
      })}
    </div>
  )
}

const count = (number: number, one: string, several = `${one}s`) =>
  `${number} ${number === 1 ? one : several}`

function Problem({ problem }: { problem: ReadinessProblem }): ReactNode {
  const { text, path, personId } = problem
  const mayTest = useSession().may('write', 'notifications')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{text}</span>
      {path !== null && isAddress(path) && (
        <PlainLink href={path} className="text-accent-text hover:underline">
          Show<span className="sr-only">: {text}</span>
        </PlainLink>
      )}
      {personId !== null && mayTest && <TestButton personId={personId} />}
    </li>
  )
}

function TestButton({ personId }: { personId: string }): ReactNode {
  const toast = useToast()
  const test = useChange({
    run: () => testPerson(personId),
    keys: [],
    onDone({ results }) {
      const failed = failedTests(results)
      if (results.length === 0) toast.error('No address is known')
      else if (failed === undefined)
        toast.success(`Test message sent to ${results.map(({ label }) => label).join(', ')}`)
      else toast.error(failed)
    },
  })
  return (
    <Button size="small" loading={test.isPending} onClick={() => test.mutate()}>
      Send test message
    </Button>
  )
}
