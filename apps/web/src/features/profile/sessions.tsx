import { describeUserAgent } from '@binnacle/contract/people'
import { Age, Badge, Button, ConfirmDialog, Panel, Skeleton, useToast } from '@binnacle/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { messageOf } from '../../application/requests/queries.ts'
import { endOtherSessions, endSession, type OpenSession, sessionsQuery } from './queries.ts'

/** Number of sessions in the short list, those used last first. A button shows the others. */
const SHOWN = 5

/** Lists the other sessions of the person and ends them. */
export function Sessions(): ReactNode {
  const sessions = useQuery(sessionsQuery)
  const [ending, setEnding] = useState(false)
  const [all, setAll] = useState(false)
  const others = sessions.data ?? []
  const shown = all || others.length <= SHOWN + 1 ? others : others.slice(0, SHOWN)
  return (
    <Panel
      title="Sessions"
      description="Browsers that you are signed in with."
      actions={others.length > 0 && <Button onClick={() => setEnding(true)}>Sign out other sessions</Button>}
    >
      {sessions.isPending && <Skeleton className="h-24 w-full" />}
      {sessions.error !== null && sessions.data === undefined && (
        <LoadFailure compact error={sessions.error} queries={[sessions]} />
      )}
      {sessions.data !== undefined && (
        <ul className="divide-y divide-line">
          <Line
            name={describeUserAgent(navigator.userAgent)}
            detail={<Badge tone="accent">This browser</Badge>}
          />
          {shown.map((session) => (
            <OtherSession key={session.id} session={session} />
          ))}
        </ul>
      )}
      {others.length > SHOWN + 1 && (
        <Button variant="ghost" className="mt-1" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${others.length} others`}
        </Button>
      )}
      {ending && <EndOthers onClose={() => setEnding(false)} />}
    </Panel>
  )
}

function Line(props: { name: string; detail: ReactNode; action?: ReactNode }): ReactNode {
  return (
    <li className="flex items-center gap-3 py-2">
      <Monitor aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-medium">{props.name}</span>
        <span className="text-secondary">{props.detail}</span>
      </span>
      {props.action}
    </li>
  )
}

function useEndSessions(end: () => Promise<unknown>) {
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: end,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

function OtherSession({ session }: { session: OpenSession }): ReactNode {
  const end = useEndSessions(() => endSession(session.id))
  const device = session.devices?.[0]
  const since = session.authenticated_at ?? session.issued_at
  const name = describeUserAgent(device?.user_agent)
  return (
    <Line
      name={name}
      detail={
        <>
          {device?.ip_address !== undefined && <code className="mr-3 text-small">{device.ip_address}</code>}
          {since !== undefined && (
            <>
              signed in <Age time={since} /> ago
            </>
          )}
        </>
      }
      action={
        <Button
          size="small"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      }
    />
  )
}

function EndOthers({ onClose }: { onClose: () => void }): ReactNode {
  const end = useEndSessions(endOtherSessions)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => end.mutateAsync().then(() => undefined)}
      title="Sign out other sessions?"
      confirmLabel="Sign out other sessions"
    >
      Every other browser has to sign in again. This one stays signed in.
    </ConfirmDialog>
  )
}
