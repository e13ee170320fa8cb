import { describeUserAgent, type PersonSession } from '@binnacle/contract/people'
import { Age, Badge, Button, ConfirmDialog, Dialog } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Monitor, MonitorOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DialogList } from '../../application/resource/query-states.tsx'
import { useChange } from '../../application/resource/use-change.ts'
import { endPersonSession, endPersonSessions, personSessionsQuery } from './administration.ts'
import { fullName, userQuery } from './queries.ts'

const useEnd = (personId: string, end: () => Promise<unknown>, success: string) =>
  useChange({ run: end, success, keys: [personSessionsQuery(personId).queryKey] })

/** Lists the sessions of a user and ends them. */
export function SessionsDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const user = useQuery(userQuery(id))
  const sessions = useQuery(personSessionsQuery(id))
  const [ending, setEnding] = useState(false)
  const name = user.data === undefined || user.data === null ? 'user' : fullName(user.data)
  const endable = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Sessions of ${name}`}
      description="Browsers in which this user is signed in. Access tokens are not listed: deactivate the user to stop those."
      footer={
        <>
          {endable.length > 1 && (
            <Button className="mr-auto" onClick={() => setEnding(true)}>
              {`End ${endable.length} sessions`}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <DialogList
        answer={sessions}
        label="Open sessions"
        nothing={{
          title: 'No open sessions',
          icon: <MonitorOff strokeWidth={1.5} />,
          text: 'This user has no open sessions.',
        }}
      >
        {(session) => <SessionLine key={session.id} personId={id} session={session} />}
      </DialogList>
      {ending && <EndAll personId={id} name={name} count={endable.length} onClose={() => setEnding(false)} />}
    </Dialog>
  )
}

function SessionLine({ personId, session }: { personId: string; session: PersonSession }): ReactNode {
  const end = useEnd(personId, () => endPersonSession(personId, session.id), 'Session ended')
  const name = describeUserAgent(session.user_agent ?? undefined)
  return (
    <li className="flex items-center gap-3 py-2">
      <Monitor aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        {session.address !== null && <code className="text-small wrap-anywhere">{session.address}</code>}
        <span className="text-secondary">
          used <Age time={session.last_used_at} /> ago
        </span>
        {session.second_factor && <Badge>Second factor</Badge>}
      </span>
      {session.current ? (
        <Badge tone="accent">This browser</Badge>
      ) : (
        <Button
          size="small"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={`End session ${name}${session.address === null ? '' : `, ${session.address}`}`}
        >
          End
        </Button>
      )}
    </li>
  )
}

function EndAll(props: { personId: string; name: string; count: number; onClose: () => void }): ReactNode {
  const end = useEnd(props.personId, () => endPersonSessions(props.personId), 'Sessions ended')
  return (
    <ConfirmDialog
      open
      onClose={props.onClose}
      onConfirm={() => end.mutateAsync().then(() => undefined)}
      title={`End ${props.count} sessions of ${props.name}?`}
      confirmLabel="End sessions"
    >
      These browsers have to sign in again. Pages that are open in them stop at once.
    </ConfirmDialog>
  )
}
