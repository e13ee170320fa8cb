import type { TopologyComponent } from '@binnacle/contract/topology'
import { Badge, ConfirmDialog, HealthBadge, IconButton, Switch, TextLink, useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfigIcon } from '../../../application/pages/config-icon.tsx'
import { useSession } from '../../../application/session/session.ts'
import { useReach } from '../../../application/pages/use-reachable.ts'
import { type ConfigLink, configLinksQuery, isDeleted, MANUAL, unlinkConfig } from './queries.ts'
import { EntryList } from '../../../application/slots/entry-list.tsx'

/** The catalog items of a component. Source: TOP-015. */
export function CatalogSection({ subject: component }: { subject: TopologyComponent }): ReactNode {
  const links = useQuery(configLinksQuery(component.id))
  const [withDeleted, setWithDeleted] = useState(false)
  const [removed, setRemoved] = useState<ConfigLink>()
  const mayWrite = useSession().may('write', 'database')
  const reach = useReach()
  const queries = useQueryClient()
  const toast = useToast()
  const hidden = links.data?.filter(isDeleted).length ?? 0
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={hidden === 0 ? 'Show deleted items' : `Show deleted items (${hidden})`}
        checked={withDeleted}
        onChange={setWithDeleted}
      />
      <EntryList
        answer={links}
        label="Catalog items"
        empty="No catalog item belongs to this component."
        {...(links.data !== undefined && {
          rows: links.data.filter((link) => withDeleted || !isDeleted(link)),
        })}
      >
        {(link) => {
          const name = link.configs?.name ?? link.config_id
          const href = reach(`/catalog/${link.config_id}`)
          return (
            <li
              key={`${link.config_id}:${link.selector_id ?? ''}`}
              className="flex min-w-0 items-center gap-1.5 py-1.5"
            >
              <ConfigIcon type={link.configs?.type ?? ''} className="size-3.5 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
              </span>
              {isDeleted(link) ? (
                <Badge tone="outline">Deleted</Badge>
              ) : (
                typeof link.configs?.health === 'string' && (
                  <HealthBadge compact state={link.configs.health} />
                )
              )}
              {mayWrite && link.selector_id === MANUAL && !isDeleted(link) && (
                <IconButton
                  label={`Delete the link to ${name}`}
                  size="small"
                  icon={<Unlink className="size-3.5" />}
                  onClick={() => setRemoved(link)}
                />
              )}
            </li>
          )
        }}
      </EntryList>
      {removed !== undefined && (
        <ConfirmDialog
          open
          title="Delete config link"
          confirmLabel="Delete"
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await unlinkConfig(component.id, removed.config_id)
            toast.success('Deleted config link successfully')
            await queries.invalidateQueries({ queryKey: configLinksQuery(component.id).queryKey })
          }}
        >
          {`${removed.configs?.name ?? 'The item'} no longer belongs to ${component.name}. Both stay.`}
        </ConfirmDialog>
      )}
    </div>
  )
}
