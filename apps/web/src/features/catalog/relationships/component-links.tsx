import { Badge, ConfirmDialog, IconButton, TextLink, useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { useSession } from '../../../application/session/session.ts'
import { type ComponentLink, componentLinksQuery, deleteComponentLink, MANUAL } from './queries.ts'

/** The components that an item belongs to; nothing if it belongs to none. */
export function ComponentLinks({ id }: { id: string }): ReactNode {
  const links = useQuery(componentLinksQuery(id))
  const queries = useQueryClient()
  const toast = useToast()
  const pages = usePages()
  const visitor = useVisitor()
  const mayWrite = useSession().may('write', 'database')
  const [removed, setRemoved] = useState<ComponentLink>()
  if (links.data === undefined || links.data.length === 0) return null

  return (
    <section aria-label="Components" className="flex flex-wrap items-center gap-2">
      <h2 className="text-secondary">Components</h2>
      <ul className="contents">
        {links.data.map((link) => {
          const name = link.component?.name ?? link.component_id
          const href = reachable(`/topology/${link.component_id}`, pages, visitor)
          return (
            <li key={`${link.component_id}:${link.selector_id ?? ''}`} className="flex items-center gap-0.5">
              {href === undefined ? <Badge>{name}</Badge> : <TextLink href={href}>{name}</TextLink>}
              {mayWrite && link.selector_id === MANUAL && (
                <IconButton
                  label={`Delete the link to ${name}`}
                  size="small"
                  icon={<Unlink className="size-3.5" />}
                  onClick={() => setRemoved(link)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {removed !== undefined && (
        <ConfirmDialog
          open
          title="Delete config link"
          confirmLabel="Delete"
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await deleteComponentLink(removed)
            toast.success('Deleted config link successfully')
            await queries.invalidateQueries({ queryKey: componentLinksQuery(id).queryKey })
          }}
        >
          {`The item no longer belongs to ${removed.component?.name ?? 'the component'}. The item and the component stay.`}
        </ConfirmDialog>
      )}
    </section>
  )
}
