import type { TopologyShare } from '@binnacle/contract/topology'
import { Age, Badge, Button, EmptyState, Notice, Skeleton, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PageFrame } from '../../../application/resource/page-frame.tsx'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useSession } from '../../../application/session/session.ts'
import { componentHref } from '../paths.ts'
import { sharesQuery } from './queries.ts'
import { ShareDialog } from './share-dialog.tsx'
import { TopologyTabs } from './tabs.tsx'

/** Components that people without an account may see. */
export function SharedPage(): ReactNode {
  const shares = useQuery(sharesQuery)
  const [open, setOpen] = useState<TopologyShare>()
  const { data, error } = shares
  return (
    <PageFrame size="medium" title="Shared components">
      <TopologyTabs value="shared" />
      {shares.isPending && <Skeleton className="h-40 w-full" />}
      {error !== null && data === undefined && <LoadFailure error={error} queries={[shares]} />}
      {data?.enabled === false && (
        <Notice kind="warning">
          Public views are switched off in this installation. Links that exist show nothing.
        </Notice>
      )}
      {data?.shares.length === 0 && (
        <div className="rounded-panel border border-line bg-surface">
          <EmptyState title="Nothing is shared" icon={<Link2 strokeWidth={1.5} />}>
            An administrator shares a component from its menu in the topology. Anyone with the link sees the
            component and everything below it, without signing in.
          </EmptyState>
        </div>
      )}
      {data !== undefined && data.shares.length > 0 && (
        <ul
          aria-label="Shared components"
          className="divide-y divide-line rounded-panel border border-line bg-surface"
        >
          {data.shares.map((share) => (
            <SharedRow key={share.component_id} share={share} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open !== undefined && (
        <ShareDialog
          component={{ id: open.component_id, name: open.name }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </PageFrame>
  )
}

function SharedRow(props: { share: TopologyShare; onOpen: (share: TopologyShare) => void }): ReactNode {
  const { share, onOpen } = props
  const session = useSession()
  const { component_id: id, name, deleted, properties, messages, shared_by: by } = share
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {deleted ? name : <TextLink href={componentHref(id)}>{name}</TextLink>}
          {deleted && <Badge tone="outline">Deleted</Badge>}
          <Badge tone="outline">Names and health</Badge>
          {properties && <Badge tone="outline">Properties</Badge>}
          {messages && <Badge tone="outline">Messages</Badge>}
        </p>
        {deleted && (
          <p className="text-small text-secondary">
            Its view says ‘Component not found’ until the component comes back.
          </p>
        )}
        <p className="text-small text-secondary">
          Shared {by !== null && <>by {by} </>}
          <Age time={share.shared_at} /> ago,{' '}
          {share.last_seen_at === null ? (
            'never opened'
          ) : (
            <>
              last open <Age time={share.last_seen_at} /> ago
            </>
          )}
        </p>
      </div>
      {session.may('write', 'rbac') && (
        <Button size="small" onClick={() => onOpen(share)} aria-label={`Change the public view of ${name}`}>
          Change
        </Button>
      )}
    </li>
  )
}
